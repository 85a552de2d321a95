"""Where tiles may be: the finder, the sizes at which it looks, and what it found, cut out."""
