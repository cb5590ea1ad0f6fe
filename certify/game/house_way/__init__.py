"""House ways: ordered rules that set seven cards."""
