# Products of partial derivatives of any order of inverse dynamics with directions and weights.

include "lieref/partials/orders/order_partials_kernel.pxi"
include "lieref/partials/orders/order_products.pxi"
include "lieref/partials/second_orders/second_blocks.pxi"
include "lieref/partials/orders/order_directions.pxi"
include "lieref/partials/second_orders/order_contraction.pxi"
