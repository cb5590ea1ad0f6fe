"""The version, apart from the package's front door, which opens onto every room."""

__version__ = "0.2.0"
