"""The camera and the keys of a pretend table, and the window through which a page sees both."""
