"""Analysers: lemmas and parts of speech for the tokens of lines, by whatever tool is at hand.

Every tool is behind :class:`Analyser`; a :class:`Recipe` says which languages a tool knows, what it
still needs, and how it is made. Nothing is downloaded: what is missing is said with the command that
gets it.
"""

from pitchpipe.lang.annotation.analysers.base import Analyser, Tags
from pitchpipe.lang.annotation.analysers.recipes import RECIPES, Recipe, analyser_for, recipes_for

__all__ = ["RECIPES", "Analyser", "Recipe", "Tags", "analyser_for", "recipes_for"]
