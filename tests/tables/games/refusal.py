"""Expect a refusal, word for word."""

import re

import pytest


def refused(sentence):
    return pytest.raises(ValueError, match=f"^{re.escape(sentence)}$")
