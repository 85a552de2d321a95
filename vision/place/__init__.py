"""Where things are: the table in the picture, its plane, the zones on it, and the hands that stand."""
