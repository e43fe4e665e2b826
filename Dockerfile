# One image for every role: the web server by default; compose.yaml gives worker, beat and migrate their own commands.

FROM python:3.11-slim-bookworm AS build
# A virtual environment that the second stage takes over whole, without uv and without pip's cache.
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_NO_CACHE=1
RUN pip install --no-cache-dir uv==0.13.8 && uv venv /venv
WORKDIR /app
COPY requirements.txt .
RUN uv pip install --python /venv/bin/python -r requirements.txt
COPY . .
# Static files are baked in. These settings serve this one command; nothing of them stays in the image.
RUN SECRET_KEY=for-this-command-only ALLOWED_HOSTS=localhost DATABASE_URL=sqlite:///:memory: STATIC_ROOT=/static \
    /venv/bin/python manage.py collectstatic --no-input --verbosity 0

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --user-group --home-dir /var/lib/bote --create-home bote \
    && install --directory --owner bote --group bote /run/bote/metrics
COPY --from=build /venv /venv
COPY --from=build /static /static
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    STATE_DIR=/var/lib/bote \
    STATIC_ROOT=/static \
    PROMETHEUS_MULTIPROC_DIR=/run/bote/metrics \
    GRANIAN_HOST=0.0.0.0 \
    GRANIAN_PORT=8000 \
    GRANIAN_WORKERS=2 \
    GRANIAN_BACKLOG=4096 \
    GRANIAN_BACKPRESSURE=4096
USER 10001:10001
VOLUME /var/lib/bote
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["python", "-m", "ops.healthcheck"]
CMD ["granian", "--interface", "wsgi", "--no-ws", "--blocking-threads", "8", "--log-level", "error", "config.wsgi:application"]
