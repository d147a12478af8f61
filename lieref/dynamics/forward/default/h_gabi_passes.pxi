# What a joint and a body do in each pass of the H-GABI, and in the C-ABA.

include "lieref/dynamics/forward/default/h_gabi_block.pxi"
include "lieref/dynamics/forward/default/h_gabi_body.pxi"
include "lieref/dynamics/forward/default/h_gabi_turn.pxi"
include "lieref/dynamics/forward/default/h_gabi_rounding.pxi"
include "lieref/dynamics/forward/default/h_gabi_inertia.pxi"
include "lieref/dynamics/forward/default/h_gabi_place.pxi"
include "lieref/dynamics/forward/default/h_gabi_multi.pxi"
include "lieref/dynamics/forward/default/h_gabi_base.pxi"
include "lieref/dynamics/forward/default/h_gabi_applied.pxi"
