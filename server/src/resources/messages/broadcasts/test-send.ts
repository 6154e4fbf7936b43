/** Sends a test of a broadcast, as one contact would get it, to the given recipients. */
import type { BroadcastTest } from '@posthorn/contract/broadcasts/requests'
import type { Fault } from '@posthorn/contract/errors'
import { formats } from '@posthorn/contract/formats'
import { faultOfNumber } from '#core/addresses/possible-number.ts'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { Replayed } from '#core/idempotency.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { type Asked, once, orReplay } from '#resources/account/idempotency/once.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { contactsOf } from '#resources/audience/contacts/read.ts'
import { acceptEmails } from '#resources/messages/emails/accept.ts'
import { prepareEmails } from '#resources/messages/emails/prepare.ts'
import { acceptSms } from '#resources/messages/sms/accept.ts'
import type { RenderedContent } from '#resources/messages/templates/render.ts'
import type { Broadcast } from './broadcast.ts'
import { type ContentParts, checkBroadcast, fillFor, sampleOf, throwIfUnsendable } from './content/contents.ts'
import { draftOf } from './content/sms-content.ts'
import { toBody } from './preview.ts'
import { readBroadcast } from './read.ts'

export type TestParts = ContentParts & { database: Database; card: RateCard }

type Tested = { data: { id: string; to: string }[] }

export async function testBroadcast(
  parts: TestParts,
  asked: Asked,
  id: string,
  body: BroadcastTest,
  now: Date,
): Promise<Tested | Replayed<Tested>> {
  return orReplay(parts.db, asked, async () => {
    const accept = await prepareTest(parts, asked.caller, id, body, now)
    return parts.database.transaction(tx => once(tx, asked, () => accept(tx)))
  })
}

type Accept = (tx: Tx) => Promise<Tested>

async function prepareTest(
  parts: TestParts,
  caller: Caller,
  id: string,
  { to, variant = 'a', contact_id }: BroadcastTest,
  now: Date,
): Promise<Accept> {
  const broadcast = await readBroadcast(parts.db, caller, id)
  const faults = faultsOfRecipients(broadcast, to)
  if (faults.length > 0) throw invalid(...faults)
  const checked = await checkBroadcast(parts, caller, broadcast, now)
  throwIfUnsendable(checked)
  const content = checked.contents.get(variant)
  if (!content) throw invalid({ path: 'variant', message: 'must be a: this broadcast has no A/B test' })
  const contact = await contactFor(parts, caller, broadcast, contact_id, now)
  const filled = await fillFor(parts, broadcast, content, contact)
  if (filled instanceof Refusal) throw filled
  return broadcast.channel === 'email'
    ? prepareTestEmails(parts, caller, broadcast, filled, to, now)
    : prepareTexts(parts, caller, broadcast, filled, to, now)
}

/** The schema cannot check this: the form of an address depends on the channel. */
function faultsOfRecipients({ channel }: Broadcast, to: readonly string[]): Fault[] {
  const { check, expected } = channel === 'email' ? formats.email : formats.phone
  return to.flatMap((one, nth) => {
    const impossible = channel === 'sms' ? faultOfNumber(one) : undefined
    const message = check(one) ? impossible : expected
    return message === undefined ? [] : [{ path: `to.${nth}`, message }]
  })
}

/** A key that may not read contacts gets no contact's data. */
async function contactFor(
  { db }: TestParts,
  { environmentId, permissions }: Caller,
  broadcast: Broadcast,
  id: string | undefined,
  now: Date,
): Promise<Contact | undefined> {
  if (!permissions.has('contacts:read')) return undefined
  if (id === undefined) return (await sampleOf({ db }, broadcast, now))[0]
  const [contact] = isId(id) ? await contactsOf(db, [{ environmentId, id }]) : []
  if (!contact) throw invalid({ path: 'contact_id', message: 'must be the id of a contact' })
  return contact
}

async function prepareTestEmails(
  parts: TestParts,
  caller: Caller,
  broadcast: Broadcast,
  { subject, html, text }: RenderedContent,
  to: readonly string[],
  now: Date,
): Promise<Accept> {
  const shown = { subject: `[Test] ${subject}`, ...(html !== null && { html }), ...(text !== null && { text }) }
  const asked = to.map(address => ({ sender: caller, body: toBody(broadcast, shown, address), now }))
  const drafts = (await prepareEmails(parts, asked)).map(verdict => {
    if (verdict instanceof Refusal) throw verdict
    return verdict
  })
  return async tx => {
    const [accepted] = await acceptEmails(tx, parts.card, [{ caller, drafts, now }])
    if (!accepted || accepted instanceof Refusal) throw accepted ?? new Error('the emails have no verdict')
    return { data: accepted.map(({ id, draft }) => ({ id, to: draft.to[0] ?? '' })) }
  }
}

function prepareTexts(
  { card }: TestParts,
  caller: Caller,
  { settings }: Broadcast,
  { text }: RenderedContent,
  to: readonly string[],
  now: Date,
): Accept {
  const drafts = to.map(number => {
    const draft = draftOf({ from: settings.from ?? '', to: number }, text ?? '')
    if (draft instanceof Refusal) throw draft
    return draft
  })
  return async tx => {
    const verdicts = await acceptSms(
      tx,
      card,
      drafts.map(draft => ({ caller, draft, now })),
    )
    return {
      data: verdicts.map(verdict => {
        if (verdict instanceof Refusal) throw verdict
        return { id: verdict.id, to: verdict.draft.to }
      }),
    }
  }
}
