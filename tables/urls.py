"""Where the pages of the gaming floor are."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
