"""Exports: what is in the books, as files that others can read and check.

    data set    what there is to tell: its columns, and one iterator of rows      datasets.py, sets/
    format      how rows become a file: CSV, a workbook, JSON Lines               formats/
    exporter    what a person asks for by name: a data set, a journal, a package  exporters.py
    run         one export under way: snapshot, progress, cancelling, resuming    running.py

All of them read one snapshot of the database and tell it as of one moment, so the same period and moment give the same
bytes, whenever they are asked for. Rooms above register their own data sets and exporters when the app starts.
"""
