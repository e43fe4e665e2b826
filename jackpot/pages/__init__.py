"""The pages of the progressive."""
