"""REST endpoints of the progressive, and of the hands that may hit it."""
