"""How well the scribe writes down what is played: eyes that misread, people who answer, tables of figures."""
