"""The REST API: conventions that every room's endpoints share, and the endpoints of the gaming floor.

A view validates, calls one service, and answers. Rules are in the services, sentences of refusal too.
"""
