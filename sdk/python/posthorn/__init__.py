"""The client for Posthorn: email and SMS over one HTTP API of your own."""

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
from .refusals import *  # noqa: F403 - a class for each code
from .resources import VERSION as __version__
from .webhooks import unwrap_webhook
