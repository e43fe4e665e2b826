"""Where the pages of the progressive are."""

from django.urls import path

from jackpot.pages import today

urlpatterns = [
    path("", today.today, name="today"),
]
