"""How rows become files. Each format takes the same rows and is written as they come, a few thousand at a time."""
