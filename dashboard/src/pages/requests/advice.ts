/** What to do about a refusal, where its own words do not say it. */
const byCode: Readonly<Record<string, string>> = {
  forbidden: 'The key lacks a permission. Make one that has it, or use another key.',
  rate_limit_exceeded:
    'The key made more requests in this hour than its plan allows. The answer says in Retry-After when to go on.',
  insufficient_credits: 'The balance does not reach for it. Usage shows what was spent.',
  domain_not_verified: 'The domain of the sender is not verified yet. Domains shows which DNS records are missing.',
  not_found:
    'There is no such object in this environment. A live key does not see what is in test, nor the other way round.',
  invalid_idempotent_request:
    'The same Idempotency-Key came before with another body. Use a new key for a new request.',
  concurrent_idempotent_requests:
    'The first request with this Idempotency-Key was still under way. Asking again later gets its answer.',
  service_unavailable:
    'The service was too busy or its database was away. It is safe to ask again, with the same Idempotency-Key.',
  internal_error:
    'Something went wrong on the server. Whoever runs it finds more in its log, by the id of the request.',
  payload_too_large: 'The body was larger than this operation takes.',
  invalid_json: 'The body is no JSON. Look for quotes and commas where it was put together.',
}

export const adviceOn = (code: string): string | undefined => (Object.hasOwn(byCode, code) ? byCode[code] : undefined)

export const toneOf = (status: number): 'good' | 'warn' | 'bad' =>
  status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
