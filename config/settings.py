"""Bote's settings: one module, read from the environment (docs/operations.md lists every variable).

Nothing here decides a rule of the game or of the books. Unsafe combinations refuse to start with a sentence.
"""

import tomllib
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.logs import logging_settings
from config.redis_urls import as_celery_broker, as_redis_client
from config.schedule import BEAT_SCHEDULE

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
env = environ.Env()

# Database, embedded Redis, collected static files and the generated secret of a one-machine installation live here.
STATE_DIR = Path(env.str("STATE_DIR", default=str(BASE_DIR / ".state")))

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="only-for-debug" if DEBUG else "")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"] if DEBUG else [])
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY is not set. Set it to a long random text; `make run` makes one.")
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS is not set. Set it to the host names people use, e.g. bote.example.com.")
if "*" in ALLOWED_HOSTS and not DEBUG:
    raise ImproperlyConfigured("ALLOWED_HOSTS is *, which lets anyone forge links. Name the hosts people use.")

# What is encrypted at rest (tax identity numbers, signing keys) is sealed with the first of these; all of them open it.
DATA_KEYS = env.list("DATA_KEYS", default=[SECRET_KEY])

# A deployment is reached over HTTPS. `make run` serves plain HTTP on this machine only, and says so with HTTPS=off.
HTTPS = env.bool("HTTPS", default=not DEBUG)

INSTALLED_APPS = [
    "jackpot",
    "accounting",
    "tables",
    "config.admin.InstallationAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_celery_beat",
    "django_filters",
    "django_htmx",
    "django_prometheus",
    "django_structlog",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "config.request_ids.request_id_middleware",
    "config.request_ids.RequestLines",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.browsers.browser_headers_middleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tables.pages.sessions.session_limits",
    "tables.pages.sessions.refusals_kept",
    "tables.pages.sessions.OwnPasswordFirst",
    "tables.pages.sessions.SecondFactorFirst",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tables.pages.navigation.navigation",
                "accounting.pages.masthead.masthead",
            ],
        },
    },
]

# --- The database -----------------------------------------------------------------------------------------------------

# No task may run longer; then it is stopped, and after a killed worker the task comes back this soon. The broker must
# wait longer than the longest task, or it would hand the same task out twice while it still runs.
TASK_TIMEOUT = env.int("TASK_TIMEOUT", default=300)

if not env.str("DATABASE_URL", default=""):
    STATE_DIR.mkdir(parents=True, exist_ok=True)
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{STATE_DIR / 'bote.sqlite3'}")}
DATABASES["default"]["HOST"] = unquote(
    DATABASES["default"]["HOST"]
)  # a socket's folder: postgres://bote@%2Frun%2Fpg/bote
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A write transaction takes the write lock when it begins, so it never fails half-way; FULL because these are books.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    # Threads come and go in the web server; a pool keeps their connections, which reconnecting would cost five-fold.
    # It waits twice as long after each failure: it gives up early, and the next request tries anew at once.
    pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=8), "timeout": 10, "reconnect_timeout": 3}
    DATABASES["default"]["OPTIONS"] = {
        "pool": pool,
        "connect_timeout": 5,
        # What is asked again and again is planned once. A pooler in between may not keep plans: 0 switches it off.
        "server_side_binding": True,
        "prepare_threshold": env.int("DATABASE_PREPARE_AFTER", default=5) or None,
        # A process that stands still in a transaction does not keep its locks for longer than a task may run.
        "options": f"-c idle_in_transaction_session_timeout={TASK_TIMEOUT}s",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- People -----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tables.Employee"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "today"
LOGOUT_REDIRECT_URL = "login"

# Off in a demonstration only, so that its people can sign in with the printed password (tables/second_factor.py).
SECOND_FACTOR = env.bool("SECOND_FACTOR", default=True)
# A tablet that lies on a table signs its person out; nobody stays signed in for longer than a shift.
SESSION_IDLE_MINUTES = env.int("SESSION_IDLE_MINUTES", default=30)
SESSION_HOURS = env.int("SESSION_HOURS", default=12)
SESSION_COOKIE_AGE = int(timedelta(hours=SESSION_HOURS).total_seconds())
SESSION_EXPIRE_AT_BROWSER_CLOSE = True

# django-allauth signs people in. Nobody signs up, and nothing is sent by e-mail: employees are hired in the set-up.
ACCOUNT_ADAPTER = "tables.signing_in.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "reauthenticate": "10/m/user",
    "change_password": "5/m/user",
}
MFA_ADAPTER = "tables.signing_in.SecondFactorAdapter"
MFA_FORMS = {"authenticate": "tables.signing_in.CodeForm"}
MFA_TOTP_ISSUER = "Bote"
MFA_RECOVERY_CODES_SHOW_ONCE = True
# How many proxies stand in front; the address that a refused sign-in came from is told by the outermost of them.
PROXIES = ALLAUTH_TRUSTED_PROXY_COUNT = env.int("PROXIES", default=0)

# What the limits count, and which codes were used, is in the database: it must hold while Redis is away (ADR 80).
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "tables_attempts",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

# --- What the browser is told -----------------------------------------------------------------------------------------

SECURE_SSL_REDIRECT = HTTPS
# Health checks come from the machine itself, over plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^api/v1/(health|ready|metrics)/$"]
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
if env.bool("BEHIND_PROXY", default=False):
    # Only when a proxy that sets this header itself stands in front: anyone else could claim to speak HTTPS.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}

# Nothing here takes a file; the longest form is a count sheet. The API has limits of its own (tables/api/parsers.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 0

# --- Language, time, static files -------------------------------------------------------------------------------------

USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español")]  # the floor is bilingual
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
USE_I18N = True

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(STATE_DIR / "static")))
# Finished exports, and the files of those under way. Web server and workers share it.
EXPORTS_DIR = Path(env.str("EXPORTS_DIR", default=str(STATE_DIR / "exports")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "exports": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(EXPORTS_DIR / "kept"), "file_permissions_mode": 0o600},
    },
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# --- Redis and Celery -------------------------------------------------------------------------------------------------

REDIS_URL = as_redis_client(env.str("REDIS_URL", default=f"unix://{STATE_DIR / 'redis.sock'}"))
# Two installations can share one Redis: each keeps to its own keys.
REDIS_KEY_PREFIX = env.str("REDIS_KEY_PREFIX", default="bote:")

CELERY_BROKER_URL = as_celery_broker(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": REDIS_KEY_PREFIX,
    "visibility_timeout": TASK_TIMEOUT + 5,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    # A page that queues work waits this long for a broker that is gone, and no longer.
    "socket_connect_timeout": 1,
    "socket_timeout": 10,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "interval_max": 0.2,
}
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for as long as it takes
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2}
# A task is acknowledged when it is done: what a dying worker held is run again by another (tasks may run twice).
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = TASK_TIMEOUT
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BEAT_SCHEDULER = "config.beat:Scheduler"
CELERY_BEAT_SCHEDULE = BEAT_SCHEDULE

# --- The API ----------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tables.api.authentication.Bearer",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["tables.api.permissions.MayCall"],
    "DEFAULT_THROTTLE_CLASSES": ["tables.api.throttling.PerMinute"],
    "DEFAULT_PARSER_CLASSES": ["tables.api.parsers.Json"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "tables.api.paging.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "tables.api.schema.Calls",
    "EXCEPTION_HANDLER": "tables.api.problems.handle",
    "NUM_PROXIES": PROXIES,
}
# Calls a minute; 0 means any number. A board asks every two seconds, a table deals a hand or two a minute.
CALLS_PER_MINUTE = {
    "terminal": env.int("CALLS_PER_TERMINAL", default=600),
    "person": env.int("CALLS_PER_PERSON", default=300),
    "stranger": env.int("CALLS_PER_STRANGER", default=20),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Bote",
    "DESCRIPTION": "Progressive jackpots and table games of cardrooms. For device makers: docs/terminals.md.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "PayoutState": "jackpot.models.PayoutState",
        "PayoutSource": "jackpot.models.Payout.Source",
        "CountState": "accounting.models.CountState",
        "BoxKind": "tables.models.DropBox.Kind",
        "BoxEventKind": "tables.models.CustodyEvent.Kind",
        "TerminalProfile": "tables.models.Profile",
    },
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "tables.api.schema.complete"],
}

# --- What operators see -----------------------------------------------------------------------------------------------

# Prometheus sends it as a bearer token. Without one, metrics answer only where HTTPS is off: on this machine.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
PROMETHEUS_EXPORT_MIGRATIONS = False

# config.request_ids has looked at it first.
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True
LOGGING = logging_settings(
    form=env.str("LOG_FORMAT", default="console" if DEBUG else "json"), level=env.str("LOG_LEVEL", default="INFO")
)
