from django.contrib.admin.apps import AdminConfig


class InstallationAdmin(AdminConfig):
    """Django's admin, on a site of ours."""

    default_site = "tables.installation.InstallationSite"
