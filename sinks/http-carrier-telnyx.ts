/** Telnyx' v2 Messages API as far as a sender sees it. */
import { createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto'
import type {
  AskedSms,
  Callback,
  CarrierDialect,
  HeardRequest,
  Refusal,
  ReportedState,
} from './http-carrier-dialect.ts'

export type TelnyxAccount = { apiKey: string }

// A key pair for tests only, made from a fixed seed (RFC 8410, section 7): it protects nothing.
const seed = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)])
const privateKey = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })

/** In base64, as Telnyx shows it to its customers. */
export const telnyxSinkPublicKey = createPublicKey(privateKey)
  .export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('base64')

export function telnyxDialect({ apiKey }: TelnyxAccount): CarrierDialect {
  const json = (status: number, body: object) => ({ status, type: 'application/json', body: JSON.stringify(body) })

  function signed(eventType: string, payload: object): Callback {
    const event = { record_type: 'event', id: randomUUID(), event_type: eventType, occurred_at: new Date(), payload }
    const body = JSON.stringify({ data: event, meta: { attempt: 1 } })
    const timestamp = `${Math.floor(Date.now() / 1_000)}`
    return {
      headers: {
        'content-type': 'application/json',
        'telnyx-timestamp': timestamp,
        'telnyx-signature-ed25519': sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString('base64'),
      },
      body,
    }
  }

  const words: Record<ReportedState, string> = { sent: 'sent', delivered: 'delivered', failed: 'delivery_failed' }
  const undeliverable = { code: '40008', title: 'Undeliverable', detail: 'The recipient server did not accept it.' }

  return {
    newId: () => randomUUID(),
    signatureHeader: 'telnyx-signature-ed25519',
    read: request => read(request, apiKey),
    taken: sms => json(200, { data: payloadOf(sms, sms.id, 'queued') }),
    refused: ({ status, code, words: title }) => json(status, { errors: [{ code, title, detail: title }] }),
    receipt: (sms, state) =>
      signed(state === 'sent' ? 'message.sent' : 'message.finalized', {
        ...payloadOf(sms, sms.id, words[state]),
        cost: { amount: '0.0051', currency: 'USD' },
        ...(state === 'failed' && { errors: [undeliverable] }),
      }),
    inbound: ({ id = randomUUID(), from, to, body, mediaUrls = [] }) =>
      signed('message.received', {
        record_type: 'message',
        direction: 'inbound',
        id,
        type: mediaUrls.length > 0 ? 'MMS' : 'SMS',
        from: { phone_number: from },
        to: [{ phone_number: to, status: 'webhook_delivered' }],
        text: body,
        media: mediaUrls.map(url => ({ url, content_type: 'image/png' })),
      }),
  }
}

const payloadOf = ({ from, to, body, mediaUrls, callbackUrl }: AskedSms, id: string, status: string) => ({
  record_type: 'message',
  direction: 'outbound',
  id,
  type: mediaUrls.length > 0 ? 'MMS' : 'SMS',
  from: { phone_number: from },
  to: [{ phone_number: to, status }],
  text: body,
  media: mediaUrls.map(url => ({ url })),
  webhook_url: callbackUrl,
  tags: [],
  cost: null,
  errors: [],
})

function read({ method, path, headers, body }: HeardRequest, apiKey: string): AskedSms | Refusal {
  if (method !== 'POST' || path !== '/v2/messages') return { status: 404, code: '10005', words: 'Resource not found' }
  if (headers.authorization !== `Bearer ${apiKey}`)
    return { status: 401, code: '10009', words: 'Authentication failed' }
  const key = headers['idempotency-key']
  if (key !== undefined && (typeof key !== 'string' || !/^[A-Za-z0-9_-]{1,255}$/.test(key)))
    return { status: 400, code: '10015', words: 'Bad Request' }
  const { from, to, text = '', media_urls: mediaUrls = [], webhook_url: callbackUrl = null } = parse(body)
  if (typeof from !== 'string') return { status: 400, code: '40305', words: "Invalid 'from' address" }
  if (typeof to !== 'string' || !/^\+\d{8,15}$/.test(to))
    return { status: 400, code: '40310', words: "Invalid 'to' address" }
  if (typeof text !== 'string' || !Array.isArray(mediaUrls) || (text === '' && mediaUrls.length === 0))
    return { status: 422, code: '10004', words: 'Missing required parameter' }
  if (callbackUrl !== null && typeof callbackUrl !== 'string')
    return { status: 422, code: '10003', words: 'Invalid URL' }
  return { from, to, body: text, mediaUrls, callbackUrl, idempotencyKey: key ?? null }
}

function parse(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}
