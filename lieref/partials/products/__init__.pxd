# What was declared here before there was a folder.
from lieref.partials.products.products cimport (
    Call, contraction_workspace_size, products_workspace_size, run_contraction, run_jvp, run_vjp,
)
