"""Tapes: everything that came in, written down so that it can be re-run, without pictures or secrets.

An evening that is kept also has small pictures of the cloth, beside its tapes.
"""
