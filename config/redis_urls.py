"""The same Redis has two spellings: redis-py says unix:///path?db=1, Celery redis+socket:///path?virtual_host=1."""


def as_celery_broker(url: str) -> str:
    """`REDIS_URL` as Celery reads it; the address of a Redis on the network is spelt alike in both."""
    if not url.startswith("unix://"):
        return url
    return url.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=", 1)


def as_redis_client(url: str) -> str:
    """`REDIS_URL` as redis-py reads it."""
    return url.replace("redis+socket://", "unix://", 1).replace("?virtual_host=", "?db=", 1)
