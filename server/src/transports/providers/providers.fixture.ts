/** Reports about one email, in each provider's documented format. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'

export const emailId = '01890a5d-ac96-774b-bcce-b302099a8057'
export const now = new Date('2026-11-17T12:00:00Z')
const seconds = String(now.getTime() / 1_000)

export const mailgunKey = 'a-signing-key-of-mailgun'
export const postmarkPassword = 'a-password-for-postmark'
export const resendSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const sendgridKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const sendgridKey = sendgridKeys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

type Post = { headers: Record<string, string>; body: Buffer }
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

export function fromMailgun(event: object, { key = mailgunKey, at = seconds, id = emailId } = {}): Post {
  const token = 'c4b5e0f0a1'
  const signature = createHmac('sha256', key).update(`${at}${token}`).digest('hex')
  const usual = {
    id: 'CPgfbmQMTCKtHW6uIWtuVe',
    recipient: 'ada@far.example',
    'user-variables': { posthorn_email: id },
    message: { headers: { 'message-id': '20260203192638.0@acme.test', to: 'ada@far.example' }, size: 341 },
  }
  return {
    headers: { 'content-type': 'application/json' },
    body: json({ signature: { timestamp: at, token, signature }, 'event-data': { ...usual, ...event } }),
  }
}

export function fromPostmark(event: object, { password = postmarkPassword, id = emailId } = {}): Post {
  const usual = {
    MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
    ServerID: 23,
    MessageStream: 'outbound',
    Metadata: { 'posthorn-email': id },
  }
  const authorization = `Basic ${Buffer.from(`posthorn:${password}`).toString('base64')}`
  return { headers: { authorization }, body: json({ ...usual, ...event }) }
}

export function fromSendgrid(events: object[], { keys = sendgridKeys, at = seconds, id = emailId } = {}): Post {
  const usual = { email: 'ada@far.example', timestamp: 1_795_000_000, posthorn_email: id, 'smtp-id': '<x@acme.test>' }
  const body = json(events.map(event => ({ ...usual, ...event })))
  const signature = sign('sha256', Buffer.concat([Buffer.from(at), body]), keys.privateKey).toString('base64')
  return {
    headers: {
      'x-twilio-email-event-webhook-timestamp': at,
      'x-twilio-email-event-webhook-signature': signature,
    },
    body,
  }
}

export function fromResend(
  type: string,
  data: object,
  { secret = resendSecret, at = seconds, id = emailId } = {},
): Post {
  const usual = {
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    message_id: '<0100018f@eu-west-1.amazonses.com>',
    to: ['ada@far.example'],
    headers: [{ name: 'X-Posthorn-Email', value: id }],
  }
  const body = json({ type, created_at: '2026-11-17T12:00:00.000Z', data: { ...usual, ...data } })
  const key = Buffer.from(secret.slice(6), 'base64')
  const signature = createHmac('sha256', key).update(`msg_1.${at}.`).update(body).digest('base64')
  return { headers: { 'svix-id': 'msg_1', 'svix-timestamp': at, 'svix-signature': `v1,b2xk v1,${signature}` }, body }
}

export const otherKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
