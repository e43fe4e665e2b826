"""One line per event, for machines (JSON) or for a person at a terminal (console).

Our own code logs with structlog, libraries with the standard library; both end in the same formatter, so that every
line carries the same fields, the request's id among them.
"""

from typing import Any

import structlog

SHARED: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.PositionalArgumentsFormatter(),
]


def logging_settings(*, form: str, level: str) -> dict[str, Any]:
    """Django's LOGGING for `form` ("json" or "console"); also tells structlog to go the same way."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": _formatter(structlog.processors.format_exc_info, structlog.processors.JSONRenderer()),
            # Plain: other tracebacks show the variables, and a password may be among them.
            "console": _formatter(
                structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
            ),
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form}},
        "root": {"handlers": ["stderr"], "level": level},
        # django_structlog says the same of every request, with its id.
        "loggers": {"django.request": {"level": "CRITICAL"}, "django.server": {"level": "CRITICAL"}},
    }


def _formatter(*renderers: structlog.types.Processor) -> dict[str, Any]:
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderers],
        "foreign_pre_chain": SHARED,
    }
