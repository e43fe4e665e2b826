"""Where the pages of the books and of the count room are."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
