"""The data sets of the books and the floor. Importing this registers them; rooms above register their own."""

from accounting.exports.sets import bank, cases, counts, floor, ledger, numbers, people, requests

__all__ = ["bank", "cases", "counts", "floor", "ledger", "numbers", "people", "requests"]
