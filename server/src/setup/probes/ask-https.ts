/** One HEAD request to a web server at an address that the caller has checked: whether it answers, and whether its certificate is valid. */
import { request } from 'node:https'
import type { HttpsAnswer } from '#resources/messages/domains/checks/check-tracking-host.ts'

type Options = { port?: number; timeoutMs?: number }

export function askHttps(host: string, address: string, { port = 443, timeoutMs = 5_000 }: Options = {}) {
  const { promise, resolve } = Promise.withResolvers<HttpsAnswer>()
  const signal = AbortSignal.timeout(timeoutMs)
  const asked = request(
    { host: address, port, servername: host, headers: { host }, method: 'HEAD', path: '/', agent: false, signal },
    answer => {
      answer.destroy()
      resolve({ kind: 'answers', status: answer.statusCode ?? 0 })
    },
  )
  asked.once('error', (error: NodeJS.ErrnoException) => {
    if (signal.aborted)
      return resolve({ kind: 'no_connection', words: `no answer within ${timeoutMs / 1_000} seconds` })
    const kind = isAboutCertificate(error) ? 'bad_certificate' : 'no_connection'
    resolve({ kind, words: error.message })
  })
  asked.end()
  return promise
}

/** The error codes of OpenSSL for certificates, and Node's own for the host name. */
const isAboutCertificate = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  /CERT|CRL|CHAIN|SIGNATURE|ISSUER|ALTNAME/.test(code)
