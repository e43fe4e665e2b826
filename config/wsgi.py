import os

from django.core.wsgi import get_wsgi_application

from tables.api.bodies import with_lengths

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = with_lengths(get_wsgi_application())
