"""What is shown: frozen views of the table, computed from the facts."""
