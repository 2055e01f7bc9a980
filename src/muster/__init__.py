"""Muster: tournament software that runs published rulebooks exactly."""

__version__ = "0.1.0"
