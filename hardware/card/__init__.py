"""What a flashed card does by itself: its first start, its own Wi-Fi, and the page that asks for another."""
