"""The claims on mechanisms with loops, one file each, with the errata of Chignoli et al."""
