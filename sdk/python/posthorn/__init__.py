"""The client of Posthorn: self-hosted email and SMS over one HTTP API."""

from . import types as types
from .client import Posthorn
from .connection import CallOptions, KeyedCallOptions
from .errors import (
    ApiError,
    ConnectionFailedError,
    Fault,
    PosthornError,
    TimedOutError,
    WebhookVerificationError,
)
from .event_stream import EventStream
from .pages import Page
from .refusals import *  # noqa: F403 - one class per error code
from .resources import VERSION as __version__
from .webhooks import unwrap_webhook
