"""Where the pages of the gaming floor are."""

from django.urls import path

from tables.pages import setup, tables

urlpatterns = [
    path("setup/", setup.setup, name="setup"),
    path("setup/cardroom/", setup.cardroom, name="setup-cardroom"),
    path("setup/limits/", setup.limits, name="limits"),
    path("setup/people/", setup.people, name="people"),
    path("setup/people/<int:pk>/", setup.person, name="person"),
    path("tables/", tables.tables, name="tables"),
    path("tables/<slug:code>/", tables.table, name="table"),
    path("tables/<slug:code>/order/<slug:game>/", tables.order, name="order-table"),
]
