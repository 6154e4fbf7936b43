/** A message of Amazon SNS: https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
import { type Fields, parseFields, textOf } from '../carriers/fields.ts'

const types = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const

export type Envelope = {
  type: (typeof types)[number]
  topic: string
  /** When it was published. */
  at: Date
  message: string
  subscribeUrl: string
  certificateUrl: string
  signatureVersion: string
  signature: string
  /** The signed text. */
  signed: string
}

/** Null when the body is not an SNS message. */
export function readEnvelope(body: Buffer): Envelope | null {
  const fields = parseFields(body.toString('utf8'))
  const type = types.find(one => one === fields?.Type)
  const at = new Date(textOf(fields?.Timestamp))
  if (!fields || !type || Number.isNaN(at.getTime())) return null
  return {
    type,
    topic: textOf(fields.TopicArn),
    at,
    message: textOf(fields.Message),
    subscribeUrl: textOf(fields.SubscribeURL),
    certificateUrl: textOf(fields.SigningCertURL),
    signatureVersion: textOf(fields.SignatureVersion),
    signature: textOf(fields.Signature),
    signed: signedPart(fields, type),
  }
}

/** https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message-verify-message-signature.html */
const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const satisfies Record<Envelope['type'], readonly string[]>

/** Missing fields are left out. */
const signedPart = (fields: Fields, type: Envelope['type']): string =>
  signedFields[type]
    .filter(name => typeof fields[name] === 'string')
    .map(name => `${name}\n${fields[name]}\n`)
    .join('')
