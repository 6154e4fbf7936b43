/** Sends messages through the Amazon SES API, version 2: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
import { openPoster } from '../carriers/post.ts'
import type { Attempt, EmailTransport, Transmission } from '../transport.ts'
import { outcomeOf } from './outcomes.ts'
import type { SesPlace } from './ses-url.ts'
import { signedHeaders } from './sign.ts'

export type SesOptions = SesPlace & {
  secretKey: string
  /** Whether acceptance by SES counts as delivery. */
  final: boolean
  timeoutMs?: number
}

const path = '/v2/email/outbound-emails'

export function sesTransport(options: SesOptions): EmailTransport {
  const { endpoint, connections, final, configurationSet, timeoutMs = 30_000 } = options
  const poster = openPoster({ baseUrl: endpoint, timeoutMs })
  const isEncrypted = endpoint.startsWith('https:')
  const destination = { name: poster.host, maxRunning: connections, firstRunning: Math.min(5, connections) }
  return {
    name: 'ses',
    accepted: final ? 'delivered' : 'sent',
    groupOf: () => destination.name,
    destinationOf: () => destination,
    async send(transmission) {
      const begun = performance.now()
      const facts = (): Attempt => ({
        transport: 'ses',
        host: poster.host,
        durationMs: Math.round(performance.now() - begun),
      })
      if (transmission.requiresTls && !isEncrypted)
        return transmission.recipients.map(() => ({ ...demandsTls, attempt: { ...facts(), reply: 'Not over TLS' } }))
      const body = bodyOf(transmission, configurationSet)
      const request = { method: 'POST', url: `${endpoint}${path}`, headers, body } as const
      const posted = await poster.post({
        path,
        headers: await signedHeaders(options, request),
        body,
        beforeSend: () => transmission.beforeFinalDot(),
      })
      const outcome = outcomeOf(posted, facts())
      return transmission.recipients.map(() => outcome)
    },
    [Symbol.asyncDispose]: () => poster[Symbol.asyncDispose](),
  }
}

const headers = { 'content-type': 'application/json', accept: 'application/json' }
const demandsTls = { kind: 'deferred', because: 'message', inDoubt: false } as const

/** SES sends to these recipients, regardless of the headers. */
const bodyOf = ({ recipients, message }: Transmission, configurationSet: string | null): string =>
  JSON.stringify({
    Destination: { ToAddresses: recipients },
    Content: { Raw: { Data: message.toString('base64') } },
    ...(configurationSet && { ConfigurationSetName: configurationSet }),
  })
