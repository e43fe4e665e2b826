"""Charts as plain geometry: figures in, coordinates out. The templates draw them as SVG, without a script."""
