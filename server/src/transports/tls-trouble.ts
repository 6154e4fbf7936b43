import { isCertificateFault } from './certificate-fault.ts'

/**
 * Describes a TLS failure to the owner of a message, or returns undefined for other errors. Node.js's own messages give advice
 * for starting Node.js, and OpenSSL's refer to lines of its source.
 */
export function tlsTrouble(host: string, error: Error): string | undefined {
  const code = 'code' in error ? String(error.code) : ''
  const reason = 'reason' in error ? String(error.reason) : undefined
  if (code === 'CERT_HAS_EXPIRED') return `${host} has a certificate that has expired`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `${host} has a certificate for another name (${reason ?? code})`
  if (isCertificateFault(code))
    return `${host} has a certificate that this machine does not trust (${withoutAdvice(error.message)})`
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return `TLS with ${host} failed (${reason ?? code})`
  return undefined
}

const withoutAdvice = (message: string): string => message.replace(/;.*/s, '')
