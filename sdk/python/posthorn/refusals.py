"""Generated from the contract by `npm run generate`; do not edit."""

from __future__ import annotations

from .errors import ApiError


class ValidationError(ApiError):
    """The request is not valid; details says what to change."""


class InvalidJsonError(ApiError):
    """The body is not valid JSON."""


class InvalidRequestError(ApiError):
    """The request is not valid HTTP."""


class InvalidCursorError(ApiError):
    """This cursor does not belong to this list. Start again without one."""


class InvalidStateError(ApiError):
    """The object is not in a state that allows this."""


class MessageTooLongError(ApiError):
    """The message is too long."""


class RecipientOptedOutError(ApiError):
    """The recipient has opted out."""


class InvalidIdempotencyKeyError(ApiError):
    """Idempotency-Key must be 1 to 256 printable ASCII characters."""


class MissingVariableError(ApiError):
    """The template prints a variable that was not given."""


class UnauthorizedError(ApiError):
    """Missing or invalid API key. Send one as "Authorization: Bearer tx_live_…" or "Bearer tx_test_…"."""


class InsufficientCreditsError(ApiError):
    """Not enough credits for this message."""


class ForbiddenError(ApiError):
    """This API key lacks the permission that the operation needs."""


class DomainNotVerifiedError(ApiError):
    """The sender domain is not verified for this organization."""


class NotFoundError(ApiError):
    """No such object."""


class MethodNotAllowedError(ApiError):
    """This path does not support this method. The Allow header lists the supported methods."""


class RequestTimeoutError(ApiError):
    """The request took too long to arrive."""


class ContactExistsError(ApiError):
    """A contact with this email or phone number exists already."""


class InvalidIdempotentRequestError(ApiError):
    """This Idempotency-Key was used with another request. Use a new key for a new request."""


class ConcurrentIdempotentRequestsError(ApiError):
    """A request with this Idempotency-Key is still running. Try again in a moment."""


class PayloadTooLargeError(ApiError):
    """The request is larger than this operation allows."""


class UnsupportedMediaTypeError(ApiError):
    """Send the body as JSON in UTF-8, uncompressed, with "Content-Type: application/json"."""


class RateLimitExceededError(ApiError):
    """Too many requests. Try again after the time in Retry-After."""


class HourlyQuotaExceededError(ApiError):
    """The hourly sending quota is used up."""


class DailyQuotaExceededError(ApiError):
    """The daily sending quota is used up."""


class MonthlyQuotaExceededError(ApiError):
    """The monthly sending quota is used up."""


class HeadersTooLargeError(ApiError):
    """The request headers are larger than 16 KiB."""


class InternalError(ApiError):
    """Something went wrong on our side. Quote the x-request-id when you report it."""


class ServiceUnavailableError(ApiError):
    """The service is temporarily unavailable. Try again shortly."""


BY_CODE: dict[str, type[ApiError]] = {
    "validation_error": ValidationError,
    "invalid_json": InvalidJsonError,
    "invalid_request": InvalidRequestError,
    "invalid_cursor": InvalidCursorError,
    "invalid_state": InvalidStateError,
    "message_too_long": MessageTooLongError,
    "recipient_opted_out": RecipientOptedOutError,
    "invalid_idempotency_key": InvalidIdempotencyKeyError,
    "missing_variable": MissingVariableError,
    "unauthorized": UnauthorizedError,
    "insufficient_credits": InsufficientCreditsError,
    "forbidden": ForbiddenError,
    "domain_not_verified": DomainNotVerifiedError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "request_timeout": RequestTimeoutError,
    "contact_exists": ContactExistsError,
    "invalid_idempotent_request": InvalidIdempotentRequestError,
    "concurrent_idempotent_requests": ConcurrentIdempotentRequestsError,
    "payload_too_large": PayloadTooLargeError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "rate_limit_exceeded": RateLimitExceededError,
    "hourly_quota_exceeded": HourlyQuotaExceededError,
    "daily_quota_exceeded": DailyQuotaExceededError,
    "monthly_quota_exceeded": MonthlyQuotaExceededError,
    "headers_too_large": HeadersTooLargeError,
    "internal_error": InternalError,
    "service_unavailable": ServiceUnavailableError,
}
