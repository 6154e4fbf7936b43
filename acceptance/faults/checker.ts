/**
 * What must hold after any fault, as a function of the requests, the answers, what the peer received and what the API says in the
 * end. It knows nothing else, so a small made-up history can show that it finds faults.
 */
import type { Email } from '@posthorn/contract/messages/email-replies'

/** One email that a client wants to send. Recorded before it is requested; its key is its subject as well. */
export type Intent = {
  key: string
  recipients: readonly string[]
  /** The peer refuses these for good. */
  refused?: true
}

/** Any answer to a request for an email, also to a repeated one. */
export type Heard = {
  key: string
  status: number
  ms: number
  retryAfter?: string | undefined
  id?: string | undefined
}

/** A complete message, as the peer received it. */
export type Receipt = { key: string; messageId: string; recipients: readonly string[] }

type ReportedEmail = Pick<Email, 'id' | 'status' | 'created_at' | 'sent_at' | 'events'>

export type History = {
  intents: readonly Intent[]
  heard: readonly Heard[]
  receipts: readonly Receipt[]
  /** Read one by one. */
  emails: readonly ReportedEmail[]
  /** The ids of the whole list. */
  listed: readonly string[]
  emailConsumed: number
}

/** Every broken promise in words; empty when all is well. */
export function faultsOf(history: History): string[] {
  const accepted = acceptedOf(history)
  return [
    ...wrongAnswers(history),
    ...lostIntents(history, accepted),
    ...wrongList(history, accepted),
    ...strangeReceipts(history),
    ...accepted.flatMap(one => wrongEmail(one)),
    ...wrongDebit(history, accepted),
  ]
}

/** An accepted intent, with everything that happened to it. */
type Accepted = Intent & { ids: ReadonlySet<string>; email: ReportedEmail | undefined; receipts: readonly Receipt[] }

const isYes = ({ status }: Heard): boolean => status >= 200 && status < 300

function acceptedOf({ intents, heard, emails, receipts }: History): Accepted[] {
  const yes = Map.groupBy(heard.filter(isYes), ({ key }) => key)
  const told = new Map(emails.map(email => [email.id, email]))
  const copies = Map.groupBy(receipts, ({ key }) => key)
  return intents.flatMap(intent => {
    const ids = new Set((yes.get(intent.key) ?? []).map(({ id = '' }) => id))
    const [id] = ids
    if (id === undefined) return []
    return [{ ...intent, ids, email: told.get(id), receipts: copies.get(intent.key) ?? [] }]
  })
}

/** A client that waits longer takes it for a hang. */
const maxMs = 10_000

function wrongAnswers({ heard }: History): string[] {
  const allowed = (one: Heard) =>
    isYes(one) || ((one.status === 429 || one.status === 503) && /^\d+$/.test(one.retryAfter ?? ''))
  return [
    ...heard.filter(one => !allowed(one)).map(({ key, status }) => `${key}: answered ${status}`),
    ...heard.filter(({ ms }) => ms > maxMs).map(({ key, ms }) => `${key}: answered after ${ms} ms`),
  ]
}

/** Clients repeat a request until it is accepted, so an intent that is not accepted means a service that never came back. */
function lostIntents({ intents }: History, accepted: readonly Accepted[]): string[] {
  const kept = new Set(accepted.map(({ key }) => key))
  return [
    ...intents.filter(({ key }) => !kept.has(key)).map(({ key }) => `${key}: never accepted`),
    ...accepted
      .filter(({ ids }) => ids.size > 1)
      .map(({ key, ids }) => `${key}: accepted as ${[...ids].join(' and ')}`),
  ]
}

function wrongList({ listed }: History, accepted: readonly Accepted[]): string[] {
  const [there, wanted] = [new Set(listed), new Set(accepted.flatMap(({ ids }) => [...ids]))]
  return [
    ...[...wanted].filter(id => !there.has(id)).map(id => `${id}: accepted, but not in the list`),
    ...[...there].filter(id => !wanted.has(id)).map(id => `${id}: in the list, but nobody asked for it`),
    ...(there.size < listed.length ? ['the list names an email twice'] : []),
  ]
}

function strangeReceipts({ intents, receipts }: History): string[] {
  const asked = new Map(intents.map(({ key, recipients }) => [key, new Set(recipients)]))
  const keysOf = Map.groupBy(receipts, ({ messageId }) => messageId)
  return [
    ...receipts.flatMap(({ key, recipients }) =>
      recipients.filter(one => !asked.get(key)?.has(one)).map(one => `${key}: went to ${one}, who was not meant`),
    ),
    ...[...keysOf]
      .filter(([, copies]) => new Set(copies.map(({ key }) => key)).size > 1)
      .map(([messageId]) => `${messageId}: one Message-ID for different emails`),
  ]
}

function wrongEmail({ key, email, recipients, receipts, refused }: Accepted): string[] {
  if (!email) return [`${key}: lost, the API does not know it`]
  if (refused) return wrongRefusal({ key, email, receipts })
  return [
    ...(email.status === 'sent' ? [] : [`${key}: ended as ${email.status}${reasonOf(email)}`]),
    ...(email.sent_at && email.created_at <= email.sent_at ? [] : [`${key}: sent before it was created, or never`]),
    ...(new Set(receipts.map(({ messageId }) => messageId)).size > 1 ? [`${key}: copies differ in Message-ID`] : []),
    ...recipients.flatMap(recipient => wrongDelivery(key, recipient, email, receipts)),
  ]
}

const reasonOf = ({ events }: ReportedEmail): string => {
  const reason = events.at(-1)?.data.reason
  return reason === undefined ? '' : ` (${reason})`
}

/** A recipient whom the peer refuses for good gets nothing, and the email says who refused. */
const wrongRefusal = ({
  key,
  email,
  receipts,
}: {
  key: string
  email: ReportedEmail
  receipts: readonly Receipt[]
}): string[] => [
  ...(email.status === 'bounced' ? [] : [`${key}: refused, but ended as ${email.status}${reasonOf(email)}`]),
  ...(receipts.length === 0 ? [] : [`${key}: refused, but ${receipts.length} copies arrived`]),
]

function wrongDelivery(
  key: string,
  recipient: string,
  { events }: ReportedEmail,
  receipts: readonly Receipt[],
): string[] {
  const copies = receipts.flatMap(receipt => receipt.recipients.filter(one => one === recipient)).length
  const types = events.filter(({ data }) => data.recipient === recipient).map(({ type }) => type)
  const ends = types.filter(type => type === 'sent' || type === 'unconfirmed')
  const sent = ends.length
  return [
    ...(copies === 0 ? [`lost, no copy arrived, ${types.at(-1)}`] : []),
    ...(copies > 2 ? [`${copies} copies`] : []),
    ...(copies > 1 && !types.includes('possible_duplicate') ? ['a second copy that nobody was told of'] : []),
    ...(sent === 1 ? [] : [`said to be sent ${sent} times`]),
    ...(sent === 1 && types.at(-1) !== ends[0] ? [`${types.at(-1)} after it was sent`] : []),
    ...(ends[0] === 'unconfirmed' && !types.includes('possible_duplicate') ? ['in doubt, but not tried again'] : []),
  ].map(fault => `${key} to ${recipient}: ${fault}`)
}

function wrongDebit({ emailConsumed }: History, accepted: readonly Accepted[]): string[] {
  const due = accepted.reduce((sum, { ids, recipients }) => sum + ids.size * recipients.length, 0)
  return emailConsumed === due ? [] : [`charged ${emailConsumed} credits for ${due} recipients`]
}
