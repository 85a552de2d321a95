"""What a club's hub shows on its own page: its tables, how another one joins, and the tournament."""
