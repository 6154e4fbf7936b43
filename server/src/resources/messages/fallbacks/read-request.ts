/**
 * Reads the fallbacks of emails that are about to be accepted: everything that POST /v1/sms would refuse is refused with the
 * email.
 */

import type { ErrorCode, Fault } from '@posthorn/contract/errors'
import type { EmailFallback } from '@posthorn/contract/messages/email-fallback'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Caller } from '#core/caller.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { contactsByEmail } from '#resources/audience/contacts/read.ts'
import { refusalsOf } from '#resources/messages/sms/accept.ts'
import { readRequest as readSms } from '#resources/messages/sms/request.ts'
import { type FallbackDraft, maxSeconds, minSeconds, secondsOf } from './fallback.ts'

type PathOf = (index: number, path: string) => string

/** The part of an email that its fallback depends on. */
type Draft = {
  recipients: readonly string[]
  messageStream: string
  trackOpens: boolean
  trackClicks: boolean
  fallback?: FallbackDraft
}
type Asked<D> = { index: number; fallback: EmailFallback; draft: D }

/** Emails without fallbacks cost nothing here. In a batch the index of the email precedes the path of a fault. */
export async function withFallbacks<D extends Draft>(
  db: Db,
  caller: Caller,
  bodies: readonly Pick<EmailSend, 'fallback'>[],
  drafts: readonly D[],
  pathOf: PathOf,
): Promise<readonly D[]> {
  const asked = bodies.flatMap(({ fallback }, index): Asked<D>[] => {
    const draft = drafts[index]
    return fallback && draft ? [{ index, fallback, draft }] : []
  })
  if (asked.length === 0) return drafts
  refuseWithout(caller, 'sms:send', 'fallback')
  const faults = asked.flatMap(one => faultsOf(one).map(fault => ({ ...fault, path: pathOf(one.index, fault.path) })))
  if (faults.length > 0) throw invalid(...faults)
  const numbers = await numbersOf(db, caller, asked, pathOf)
  const read = asked.map((one, nth) => readOne(one, numbers[nth] ?? '', pathOf))
  await refuseRefused(db, caller, read, asked, pathOf)
  const fallbackOf = new Map(asked.map(({ index }, nth) => [index, read[nth]]))
  return drafts.map((draft, index) => {
    const fallback = fallbackOf.get(index)
    return fallback ? { ...draft, fallback } : draft
  })
}

function refuseWithout(caller: Caller, permission: 'sms:send' | 'contacts:read', what: string): void {
  if (caller.permissions.has(permission)) return
  throw new Refusal('forbidden', {
    message: `This API key lacks the permission ${permission}, which ${what} needs.`,
    details: { permission },
  })
}

function faultsOf({ fallback, draft }: Asked<Draft>): Fault[] {
  const seconds = secondsOf(fallback.within)
  const faults: Fault[] = []
  if (draft.recipients.length !== 1)
    faults.push({ path: 'fallback', message: 'is for an email with one recipient: send one email to each' })
  if (draft.messageStream !== 'transactional')
    faults.push({
      path: 'fallback',
      message: 'is for transactional email: people who unsubscribed must not be texted instead',
    })
  if (seconds < minSeconds || seconds > maxSeconds)
    faults.push({ path: 'fallback.within', message: 'must be from 1m to 72h' })
  if (fallback.unless === 'opened' && !draft.trackOpens && !draft.trackClicks)
    faults.push({ path: 'fallback.unless', message: 'can be opened only with track_opens or track_clicks' })
  return faults
}

/** The given numbers, or those of the contacts. */
async function numbersOf(
  db: Db,
  caller: Caller,
  asked: readonly Asked<Draft>[],
  pathOf: PathOf,
): Promise<readonly string[]> {
  const unnamed = asked.filter(({ fallback }) => fallback.sms.to === undefined)
  if (unnamed.length > 0) refuseWithout(caller, 'contacts:read', 'a fallback without sms.to')
  const { environmentId } = caller
  const wanted = unnamed.map(({ draft }) => ({ environmentId, email: draft.recipients[0] ?? '' }))
  const contacts = wanted.length > 0 ? await contactsByEmail(db, wanted) : []
  const faults = unnamed.flatMap(({ index }, nth) =>
    contacts[nth]?.phoneNumber ? [] : [{ path: pathOf(index, 'fallback.sms.to'), message: noNumber }],
  )
  if (faults.length > 0) throw invalid(...faults)
  const numberOf = new Map(unnamed.map((one, nth) => [one, contacts[nth]?.phoneNumber]))
  return asked.map(one => one.fallback.sms.to ?? numberOf.get(one) ?? '')
}

const noNumber = 'must be given: no contact with the email’s address has a phone number'

function readOne({ index, fallback }: Asked<Draft>, to: string, pathOf: PathOf): FallbackDraft {
  const { sms, unless = 'delivered', within } = fallback
  const path = (inner: string) => pathOf(index, `fallback.sms.${inner}`)
  try {
    return { unless, withinSeconds: secondsOf(within), sms: readSms({ ...sms, to }) }
  } catch (error) {
    throw error instanceof Refusal ? placed(error, path) : error
  }
}

/** The same refusal, with the index of the message before the path of each fault. */
function placed(refusal: Refusal, path: (inner: string) => string): Refusal {
  const { code, sentence, details } = refusal
  if (code === 'validation_error')
    // `as`: the details of every refusal with this code are faults.
    return invalid(...(details as Fault[]).map(fault => ({ ...fault, path: path(fault.path) })))
  const at = path(aboutField[code] ?? 'body')
  return new Refusal(code, { details: [{ path: at }], ...(sentence !== undefined && { message: sentence }) })
}

/** What these codes are about; all others are about the text. */
const aboutField: Partial<Record<ErrorCode, string>> = { recipient_opted_out: 'to', forbidden: 'from' }

/** Refuses recipients who have opted out and senders of other organizations. Both are checked again when the message is sent. */
async function refuseRefused(
  db: Db,
  caller: Caller,
  read: readonly FallbackDraft[],
  asked: readonly Asked<Draft>[],
  pathOf: PathOf,
): Promise<void> {
  const refusals = await refusalsOf(
    db,
    read.map(({ sms: draft }) => ({ caller, draft })),
  )
  const nth = refusals.findIndex(refusal => refusal !== undefined)
  const refusal = refusals[nth]
  if (refusal) throw placed(refusal, inner => pathOf(asked[nth]?.index ?? 0, `fallback.sms.${inner}`))
}
