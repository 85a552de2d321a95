"""The club: many tables send what their journals hold to one hub, which keeps an exact copy of each."""
