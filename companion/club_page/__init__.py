"""What a club's hub shows on its own page: its tables, and how one more of them joins."""
