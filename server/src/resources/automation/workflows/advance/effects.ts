/** Carries out the effects of many runs in the transaction that moves them, using the same functions as the API. */

import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { changeContacts, lockForChanges } from '#resources/audience/contacts/change.ts'
import { setMemberships } from '#resources/audience/contacts/membership.ts'
import { acceptEmails } from '#resources/messages/emails/accept.ts'
import { acceptSms } from '#resources/messages/sms/accept.ts'
import { type Outcome, outcomeOf, skipped } from './outcome.ts'
import type { PreparedEffect } from './prepare.ts'

export type EffectParts = { card: RateCard; chance: () => number }
/** `tries`: the number of earlier attempts. */
export type Attempt = { effect: PreparedEffect; tries: number }

type Verdict = Outcome | Refusal
type EffectOf<Kind extends PreparedEffect['kind']> = Extract<PreparedEffect, { kind: Kind }>

/** Results in the order of the attempts. Contacts come first and credit accounts last: a charge locks its account for everybody else until the commit. */
export async function carryOut(
  tx: Tx,
  { card, chance }: EffectParts,
  attempts: readonly Attempt[],
): Promise<readonly Outcome[]> {
  const verdicts = new Map<PreparedEffect, Verdict>()
  const note = (effects: readonly PreparedEffect[], list: readonly Verdict[]) => {
    for (const [index, effect] of effects.entries()) verdicts.set(effect, list[index] ?? { kind: 'done', detail: {} })
  }
  const [contacts, memberships] = [ofKind(attempts, 'contact'), ofKind(attempts, 'membership')]
  const [emails, texts] = [ofKind(attempts, 'email'), ofKind(attempts, 'sms')]
  if (contacts.length > 0 && memberships.length > 0)
    await lockForChanges(tx, [...contacts, ...memberships].map(addressOf))
  if (contacts.length > 0) note(contacts, await applyContactChanges(tx, contacts))
  if (memberships.length > 0) note(memberships, await subscribe(tx, memberships))
  if (emails.length > 0) note(emails, await sendEmails(tx, card, emails))
  if (texts.length > 0) note(texts, await sendTexts(tx, card, texts))
  return attempts.map(({ effect, tries }) => {
    if (effect.kind === 'settled') return effect.outcome
    const verdict = verdicts.get(effect)
    if (!verdict) throw new Error(`an effect of the kind ${effect.kind} was not carried out`)
    return verdict instanceof Refusal ? outcomeOf(verdict, tries, chance()) : verdict
  })
}

function ofKind<Kind extends PreparedEffect['kind']>(attempts: readonly Attempt[], kind: Kind): EffectOf<Kind>[] {
  // `as`: filtered by kind.
  return attempts.flatMap(({ effect }) => (effect.kind === kind ? [effect as EffectOf<Kind>] : []))
}

const addressOf = ({ change }: EffectOf<'contact' | 'membership'>) => ({
  environmentId: change.environmentId,
  id: 'contactId' in change ? change.contactId : change.id,
})

const isMissing = (verdict: unknown, resource: string): boolean =>
  verdict instanceof Refusal &&
  verdict.code === 'not_found' &&
  (verdict.details as { resource?: unknown }).resource === resource // as: every refusal of this code has a resource

async function applyContactChanges(tx: Tx, effects: readonly EffectOf<'contact'>[]): Promise<Verdict[]> {
  const verdicts = await changeContacts(
    tx,
    effects.map(({ change }) => change),
  )
  return verdicts.map(verdict => {
    if (isMissing(verdict, 'contact')) return { kind: 'stopped' }
    return verdict instanceof Refusal ? verdict : { kind: 'done', detail: {} }
  })
}

async function subscribe(tx: Tx, effects: readonly EffectOf<'membership'>[]): Promise<Verdict[]> {
  const verdicts = await setMemberships(
    tx,
    effects.map(({ change }) => change),
  )
  return effects.map(({ change }, index) => {
    const refusal = verdicts[index]
    if (refusal === 'pending') return { kind: 'done', detail: { pending: true } }
    if (isMissing(refusal, 'contact')) return { kind: 'stopped' }
    if (isMissing(refusal, 'topic') && !change.subscribed)
      return skipped('The topic was deleted, and its subscriptions with it.')
    if (isMissing(refusal, 'topic')) return { kind: 'failed', error: `The topic ${change.topicId} no longer exists.` }
    return refusal ?? { kind: 'done', detail: {} }
  })
}

async function sendEmails(tx: Tx, card: RateCard, effects: readonly EffectOf<'email'>[]): Promise<Verdict[]> {
  const verdicts = await acceptEmails(
    tx,
    card,
    effects.map(({ request }) => request),
  )
  return verdicts.map(verdict => {
    if (verdict instanceof Refusal) return verdict
    return { kind: 'done', detail: { email_id: verdict[0]?.id, status: verdict[0]?.status } }
  })
}

async function sendTexts(tx: Tx, card: RateCard, effects: readonly EffectOf<'sms'>[]): Promise<Verdict[]> {
  const verdicts = await acceptSms(
    tx,
    card,
    effects.map(({ request }) => request),
  )
  return verdicts.map(verdict => {
    if (verdict instanceof Refusal) return verdict
    return { kind: 'done', detail: { sms_id: verdict.id, segments: verdict.draft.segments } }
  })
}
