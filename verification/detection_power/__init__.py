"""How well `lieref check` tells wrong implementations from right ones."""
