"""What is shown: frozen views of the table, computed from the facts; nothing here decides or waits."""
