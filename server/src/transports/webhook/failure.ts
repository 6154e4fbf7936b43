/** Describes a failure to the owner of the webhook. Messages of libraries are never shown, since they contain addresses. */
import { errors } from 'undici'
import { isCertificateFault } from '../certificate-fault.ts'

/** An error whose message may be shown. */
export class PlainFailure extends Error {}

const byCode = new Map(
  Object.entries({
    ENOTFOUND: 'the host name does not exist',
    ENODATA: 'the host name has no address',
    EAI_NODATA: 'the host name has no address',
    EAI_AGAIN: 'the host name could not be looked up',
    EAI_FAIL: 'the host name could not be looked up',
    ESERVFAIL: 'the host name could not be looked up',
    ETIMEOUT: 'the host name could not be looked up',
    ECONNREFUSED: 'the connection was refused',
    ECONNRESET: 'the connection was closed before an answer came',
    EPIPE: 'the connection was closed before an answer came',
    UND_ERR_SOCKET: 'the connection was closed before an answer came',
    ETIMEDOUT: 'the connection timed out',
    UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
    EHOSTUNREACH: 'the host cannot be reached',
    ENETUNREACH: 'the host cannot be reached',
    EPROTO: 'the TLS handshake failed',
    UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
  }),
)

export function describeFailure(error: unknown): string {
  if (error instanceof PlainFailure) return error.message
  if (error instanceof errors.HTTPParserError) return 'the answer is not HTTP'
  const code = codeOf(error)
  const known = byCode.get(code)
  if (known) return known
  if (isCertificateFault(code)) return `the certificate is not valid (${code})`
  if (code.startsWith('ERR_SSL_')) return 'the TLS handshake failed'
  return /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? `the connection failed (${code})` : 'the connection failed'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
