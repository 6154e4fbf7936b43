/** Reads messages of Amazon SNS. A message is used only after its topic, age and signature have been checked. */
import { verify } from 'node:crypto'
import type { Report, Subject } from '#core/returned-mail.ts'
import { isSubscribeUrl } from './addresses.ts'
import { type Certificates, certificates, type Get } from './certificates.ts'
import { type Envelope, readEnvelope } from './envelope.ts'
import { readSesNotification } from './ses-notification.ts'

export type SnsReading =
  | { kind: 'unauthorized' }
  | { kind: 'unreadable' }
  /** Valid, but there is nothing to do. */
  | { kind: 'nothing' }
  | { kind: 'report'; report: Report }

export type SnsParts = {
  /** The topics to accept messages from. */
  topics: readonly string[]
  subjectOf(address: string): Subject | null
  get: Get
}

const maxAgeMs = 3_600_000
const digests: ReadonlyMap<string, string> = new Map([
  ['1', 'sha1'],
  ['2', 'sha256'],
])

/** Rejects when a request to Amazon fails. */
export function snsReader({ topics, subjectOf, get }: SnsParts): (body: Buffer, now: Date) => Promise<SnsReading> {
  const known = certificates(get)
  return async (body, now) => {
    const envelope = readEnvelope(body)
    if (!envelope) return { kind: 'unreadable' }
    const isRecent = Math.abs(now.getTime() - envelope.at.getTime()) <= maxAgeMs
    if (!topics.includes(envelope.topic) || !isRecent || !(await isSigned(envelope, known, now)))
      return { kind: 'unauthorized' }
    if (envelope.type === 'SubscriptionConfirmation') return confirm(envelope, get)
    const report = envelope.type === 'Notification' ? readSesNotification(envelope.message, subjectOf) : null
    return report ? { kind: 'report', report } : { kind: 'nothing' }
  }
}

async function isSigned(envelope: Envelope, known: Certificates, now: Date): Promise<boolean> {
  const digest = digests.get(envelope.signatureVersion)
  if (!digest || !/^[A-Za-z0-9+/]{1,2000}={0,2}$/.test(envelope.signature)) return false
  const certificate = await known.at(envelope.certificateUrl, now)
  if (certificate?.publicKey.asymmetricKeyType !== 'rsa') return false
  return verify(digest, Buffer.from(envelope.signed), certificate.publicKey, Buffer.from(envelope.signature, 'base64'))
}

async function confirm({ subscribeUrl }: Envelope, get: Get): Promise<SnsReading> {
  if (!isSubscribeUrl(subscribeUrl)) return { kind: 'unauthorized' }
  const { status } = await get(subscribeUrl)
  if (status !== 200) throw new Error(`the subscription was not confirmed: ${status}`)
  return { kind: 'nothing' }
}
