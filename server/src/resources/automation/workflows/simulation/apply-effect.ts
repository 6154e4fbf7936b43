/** Applies an effect to the simulated state: reads suppressions and opt-outs, and changes nothing stored. */

import { formatMailbox } from '#core/addresses/mailbox.ts'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { simulatedSmsWord } from '#core/simulation.ts'
import type { Db } from '#postgres/database.ts'
import { readUpdate } from '#resources/audience/contacts/contact.ts'
import { toWireContact } from '#resources/audience/contacts/wire.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import type { Draft as EmailDraft } from '#resources/messages/emails/draft.ts'
import { findExcluded } from '#resources/messages/emails/excluded.ts'
import { foreignAmong } from '#resources/messages/numbers/read.ts'
import { numberKey } from '#resources/messages/opt-outs/number-key.ts'
import { optedOutAmong } from '#resources/messages/opt-outs/read.ts'
import type { Draft as SmsDraft } from '#resources/messages/sms/sms.ts'
import type { Outcome } from '../advance/outcome.ts'
import type { PreparedEffect } from '../advance/prepare.ts'
import { arrived, type SimulatedState, withSend } from './simulated-state.ts'

/** With `failed`, the run would end here. */
export type EffectResult = { state: SimulatedState; would?: object; failed?: string }

export async function applyEffect(
  db: Db,
  caller: Caller,
  key: string,
  effect: PreparedEffect,
  state: SimulatedState,
): Promise<EffectResult> {
  switch (effect.kind) {
    case 'email':
      return applyEmail(db, caller, key, effect.request.drafts, state)
    case 'sms':
      return applySms(db, caller, key, effect.request.draft, state)
    case 'contact':
      return applyContactUpdate(db, caller, effect.change.asked, state)
    case 'membership': {
      const { topicId, subscribed } = effect.change
      const before = state.topics.has(topicId)
      const topics = new Set(state.topics)
      if (subscribed) topics.add(topicId)
      else topics.delete(topicId)
      return { state: { ...state, topics }, would: { topic_id: topicId, before, after: subscribed } }
    }
    case 'post':
      return { state, would: { url: effect.url, headers: effect.headers, body: JSON.parse(effect.body) } }
    case 'settled':
      return settle(key, effect.outcome, state)
  }
}

async function applyEmail(
  db: Db,
  caller: Caller,
  key: string,
  drafts: readonly EmailDraft[],
  state: SimulatedState,
): Promise<EffectResult> {
  const [draft] = drafts
  if (!draft) throw new Error('an email was not prepared')
  const silence = await silenceOf(db, caller, draft, state)
  const would = {
    to: draft.to[0],
    from: formatMailbox(draft.from),
    subject: draft.subject,
    ...(draft.html !== null && { html: draft.html }),
    ...(draft.text !== null && { text: draft.text }),
    ...(silence !== undefined && { suppressed: silence }),
  }
  const facts = silence === undefined ? arrived : { status: 'suppressed', suppressed: true }
  return { state: withSend(state, key, facts), would }
}

/** Subscriptions count as simulated, not as stored. */
async function silenceOf(
  db: Db,
  { environmentId, mode }: Caller,
  { recipients, messageStream, topicId }: EmailDraft,
  { contact, topics }: SimulatedState,
): Promise<string | undefined> {
  const hasLeft = !contact.emailSubscribed || (topicId !== null && !topics.has(topicId))
  if (messageStream === 'broadcast' && hasLeft) return 'The contact has unsubscribed.'
  const audience = { environmentId, mode, messageStream: 'transactional', topicId: null } as const
  const asked = recipients.map(address => ({ audience, address }))
  return asked.map(await findExcluded(db, asked)).find(reason => reason !== undefined)
}

async function applySms(
  db: Db,
  caller: Caller,
  key: string,
  draft: SmsDraft,
  state: SimulatedState,
): Promise<EffectResult> {
  const sender = { organizationId: caller.organizationId, number: draft.from }
  if ((await foreignAmong(db, [sender]))(sender))
    return { state, failed: `${draft.from} is a number of another organization.` }
  const isMagic = caller.mode === 'test' && simulatedSmsWord(draft.to) === 'opted_out'
  if (isMagic || !state.contact.smsSubscribed || (await hasSaidStop(db, caller, draft.to)))
    return skip(key, state, `${draft.to} has opted out.`)
  const would = {
    to: draft.to,
    from: draft.from,
    body: draft.body,
    ...(draft.mediaUrls.length > 0 && { media_urls: draft.mediaUrls }),
    segments: draft.segments,
  }
  return { state: withSend(state, key, arrived), would }
}

async function hasSaidStop(db: Db, { environmentId }: Caller, number: string): Promise<boolean> {
  const one = { environmentId, number }
  return (await optedOutAmong(db, [one])).has(numberKey(one))
}

async function applyContactUpdate(
  db: Db,
  caller: Caller,
  asked: Parameters<typeof readUpdate>[1],
  state: SimulatedState,
): Promise<EffectResult> {
  const { phoneNumber: number } = state.contact
  if (asked.sms_subscribed && number !== null && (await hasSaidStop(db, caller, number)))
    return { state, would: { skipped: `${number} has opted out.` } }
  const fields = asked.properties ? await fieldsOf(db, [caller.environmentId]) : undefined
  const update = readUpdate(state.contact, asked, fields?.(caller.environmentId) ?? new Map())
  if (update instanceof Refusal) return { state, failed: update.message }
  const { after } = update
  // as: an update names contact fields
  const names = Object.keys(asked) as (keyof typeof asked)[]
  const pick = (contact: typeof after) => {
    const shown = toWireContact(contact)
    return Object.fromEntries(names.map(name => [name, shown[name] ?? null]))
  }
  return { state: { ...state, contact: after }, would: { before: pick(state.contact), after: pick(after) } }
}

function settle(key: string, outcome: Outcome, state: SimulatedState): EffectResult {
  if (outcome.kind === 'failed') return { state, failed: outcome.error }
  if (outcome.kind !== 'done') throw new Error('an effect is retried in a simulation')
  return skip(key, state, 'skipped' in outcome.detail ? String(outcome.detail.skipped) : '')
}

const skip = (key: string, state: SimulatedState, skipped: string): EffectResult => ({
  state: withSend(state, key, { status: 'skipped', skipped: true }),
  would: { skipped },
})
