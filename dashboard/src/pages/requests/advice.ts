/** What to do about a refusal, where its message does not say it. */
const byCode: Readonly<Record<string, string>> = {
  forbidden: 'The key lacks a permission. Create a key that has it, or use another key.',
  rate_limit_exceeded:
    'The key made more requests in this hour than its plan allows. The Retry-After header says when to continue.',
  insufficient_credits: 'The balance is too low. Usage shows what was spent.',
  domain_not_verified: 'The sender’s domain is not verified yet. Domains shows which DNS records are missing.',
  not_found:
    'There is no such object in this environment. A live key does not see test objects, and a test key does not see live ones.',
  invalid_idempotent_request:
    'This Idempotency-Key was used before with a different body. Use a new key for a new request.',
  concurrent_idempotent_requests:
    'The first request with this Idempotency-Key was still in progress. Retry later to get its response.',
  service_unavailable:
    'The service was too busy or its database was unavailable. It is safe to retry with the same Idempotency-Key.',
  internal_error: 'Something went wrong on the server. Its operator can find details in the log by request ID.',
  payload_too_large: 'The body was larger than this operation accepts.',
  invalid_json: 'The body is not valid JSON. Check its quotes and commas.',
}

export const adviceOn = (code: string): string | undefined => (Object.hasOwn(byCode, code) ? byCode[code] : undefined)

export const toneOf = (status: number): 'good' | 'warn' | 'bad' =>
  status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
