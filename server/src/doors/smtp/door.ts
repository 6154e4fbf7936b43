/** SMTP submission: a message from a mail program becomes an email, and the result becomes an SMTP reply. The rules are those of the API. */
import { hash } from 'node:crypto'
import type { ErrorCode } from '@posthorn/contract/errors'
import { isEmailAddress } from '@posthorn/contract/formats'
import type { EmailAccepted } from '@posthorn/contract/messages/email-replies'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { domainOf } from '#core/addresses/email-address.ts'
import type { Caller } from '#core/caller.ts'
import { type Idempotency, Replayed } from '#core/idempotency.ts'
import { type Field, fieldsOf, withoutFields } from '#core/message-fields.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { SmtpReply, Submitted } from '#core/submission.ts'
import { type Addressed, addressed } from './addressed.ts'
import { BeyondAscii, beyondAsciiRecipient, inDns, isAscii, refuseBeyondAscii } from './beyond-ascii.ts'
import { type Commands, isCommand, readCommands } from './commands.ts'
import { replyOf } from './replies.ts'
import { type OpenedMessage, toBody } from './taken-apart.ts'

type How = { idempotency: Idempotency | undefined }
type Answer = Promise<EmailAccepted | Replayed<EmailAccepted>>
type Mailbox = { name: string | null; address: string }
type MessageRequest = Omit<Commands['wanted'], 'message_stream' | 'topic_id' | 'track_opens' | 'track_clicks'> &
  Addressed & { from: string; from_name?: string; subject: string }

export type SmtpDoorParts = {
  identify(key: string): Promise<Caller | undefined> | Caller | undefined
  /** Throws a refusal when this address tries too many keys. */
  noteGuess(address: string, key: string): void
  /** Throws a refusal when the key is above its rate limit. */
  count(caller: Caller): Promise<void>
  /** Sends an email, with the checks of the API. */
  send(caller: Caller, body: EmailSend, how: How): Answer
  /** Sends a message unchanged. */
  submit(caller: Caller, request: MessageRequest, message: Buffer, how: How): Answer
  openMessage(message: Buffer, tenant: string): Promise<OpenedMessage | null>
  /** Whether the sender may set this header. The name is in lower case. */
  mayBeGiven(name: string, isBroadcast: boolean): boolean
  mailboxOf(value: string): Mailbox | undefined
  addressesOf(value: string): string[]
  subjectOf(value: string): string
  /** Logs an error and returns the refusal to answer with. */
  refusalFor(error: unknown): Refusal
}

export type SmtpDoor = {
  signIn(key: string, address: string): Promise<SmtpReply | undefined>
  refuseRecipient(address: string): SmtpReply | undefined
  take(key: string, submitted: Submitted): Promise<SmtpReply>
}

/** RFC 5321, 6.3. */
const maxHops = 100

export function smtpDoor(parts: SmtpDoorParts): SmtpDoor {
  async function callerOf(key: string): Promise<Caller> {
    const caller = await parts.identify(key)
    if (!caller) throw new Refusal('unauthorized', { message: 'The password must be a valid API key.' })
    if (!caller.permissions.has('emails:send'))
      throw new Refusal('forbidden', { message: 'This API key lacks the permission emails:send.' })
    return caller
  }

  async function accept(key: string, submitted: Submitted): Promise<string> {
    // Checked for each message: a key may be revoked while its connection is open.
    const caller = await callerOf(key)
    await parts.count(caller)
    const answer = await sendMessage(parts, caller, submitted)
    return (answer instanceof Replayed ? answer.reply : answer).id
  }

  return {
    async signIn(key, address) {
      try {
        await callerOf(key)
        return undefined
      } catch (error) {
        return replyOf(countGuess(parts, parts.refusalFor(error), address, key))
      }
    },
    refuseRecipient,
    async take(key, submitted) {
      try {
        return { code: 250, text: `2.0.0 Ok: ${await accept(key, submitted)}` }
      } catch (error) {
        return error instanceof BeyondAscii ? error.reply : replyOf(parts.refusalFor(error))
      }
    },
  }
}

const noAddress: SmtpReply = {
  code: 553,
  text: '5.1.3 Not an address that mail can be sent to, such as ada@example.com',
}

function refuseRecipient(written: string): SmtpReply | undefined {
  const address = inDns(written)
  if (!isAscii(address)) return beyondAsciiRecipient
  return isEmailAddress(address) ? undefined : noAddress
}

function countGuess({ noteGuess }: SmtpDoorParts, refusal: Refusal, address: string, key: string): Refusal {
  const isGuess: readonly ErrorCode[] = ['unauthorized']
  if (!isGuess.includes(refusal.code)) return refusal
  try {
    noteGuess(address, key)
    return refusal
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function sendMessage(
  parts: SmtpDoorParts,
  caller: Caller,
  { recipients, requiresTls, message }: Submitted,
): Answer {
  const fields = fieldsOf(message)?.fields
  if (!fields) throw invalid({ path: 'header', message: 'must be lines of the form Name: value, at most 256 KiB' })
  refuseBeyondAscii(fields, parts.addressesOf)
  const { wanted, idempotencyKey } = readCommands(fields)
  const from = senderOf(parts, fields)
  const subject = parts.subjectOf(fields.find(({ name }) => name === 'subject')?.value ?? '')
  const who = addressed(recipients.map(inDns), fields)
  const request = {
    ...wanted,
    ...(requiresTls && { require_tls: true }),
    ...{ from: from.address, ...(from.name !== null && { from_name: from.name }), subject },
  }
  const idempotency = idempotencyKey === undefined ? undefined : toIdempotency(idempotencyKey, request, recipients)
  const bare = withoutFields(message, fields.filter(isCommand))
  if (wanted.track_opens || wanted.track_clicks || wanted.message_stream === 'broadcast') {
    const body = await toBody(parts, caller.organizationId, { ...request, who, fields, message: bare })
    if (body) return parts.send(caller, body, { idempotency })
  }
  if (wanted.topic_id !== undefined)
    throw invalid({ path: 'topic_id', message: 'is for broadcasts: add X-Posthorn-Stream: broadcast' })
  const { message_stream, topic_id, track_opens, track_clicks, ...plain } = request
  return parts.submit(caller, { ...plain, ...who }, bare, { idempotency })
}

/** Exactly one unambiguous From. A Sender field must have the same domain. */
function senderOf({ mailboxOf }: SmtpDoorParts, fields: readonly Field[]): Mailbox {
  const valuesOf = (wanted: string) => fields.filter(({ name }) => name === wanted).map(({ value }) => value)
  if (valuesOf('received').length > maxHops)
    throw invalid({
      path: 'Received',
      message: `occurs more than ${maxHops} times: the message is in a mail loop`,
    })
  const [value, ...more] = valuesOf('from')
  const from = value === undefined || more.length > 0 ? undefined : mailboxOf(value)
  if (!from || !isEmailAddress(from.address))
    throw invalid({ path: 'From', message: 'must occur once, with one address such as Acme <hello@acme.test>' })
  for (const other of valuesOf('sender')) {
    const sender = mailboxOf(other)
    if (!sender || domainOf(sender.address).toLowerCase() !== domainOf(from.address).toLowerCase())
      throw new Refusal('domain_not_verified', { message: 'The Sender must have the same domain as From.' })
  }
  return from
}

/** Two requests are the same when sender, recipients and subject match: dates, boundaries and ids differ each time a message is composed. */
const toIdempotency = (
  key: string,
  { from, subject }: { from: string; subject: string },
  recipients: readonly string[],
): Idempotency => ({
  operation: 'submitEmail',
  key,
  requestHash: hash('sha256', JSON.stringify([from, subject, recipients.toSorted()]), 'buffer'),
})
