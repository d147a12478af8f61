"""What inverse and forward dynamics share: arguments, changes of base, products of series."""
