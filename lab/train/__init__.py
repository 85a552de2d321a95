"""Training, export and evaluation of the eye's models. The product never imports this."""
