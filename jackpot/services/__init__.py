"""Everything that changes a progressive. One function is one transaction; the progressive's row is locked first."""
