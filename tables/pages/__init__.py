"""What the pages of all apps share: who may open one, how a refusal is shown, the navigation, lists by the page."""

from tables.pages.access import StaffRequest, address, go, page
from tables.pages.attempts import Attempt
from tables.pages.lists import Leaf, leaf_through

__all__ = ["Attempt", "Leaf", "StaffRequest", "address", "go", "leaf_through", "page"]
