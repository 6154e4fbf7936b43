import { type ErrorBody, type ErrorCode, errors } from '../errors.ts'

const details: Partial<Record<ErrorCode, unknown>> = {
  validation_error: [{ path: 'to', message: 'must be an email address such as ada@example.com' }],
  not_found: { resource: 'email' },
  contact_exists: { id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11' },
}

/** The example answer for this code in the documentation. */
export function errorExample(code: ErrorCode): ErrorBody {
  const { status, message } = errors[code]
  return {
    code,
    message,
    statusCode: status,
    ...(code in details && { details: details[code] }),
    ...([401, 403, 429].includes(status) && { error: { code, message } }),
  }
}
