"""The generator of training pictures: tile faces in many styles, crops of them, whole tables.

Nothing here is learnt.
"""
