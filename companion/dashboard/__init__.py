"""The dashboard: a small web server and its pages."""
