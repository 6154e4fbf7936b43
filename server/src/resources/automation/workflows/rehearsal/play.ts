/** An effect on the stage: it reads who must not be written to, and changes nothing outside of the stage. */

import { formatMailbox } from '#core/addresses/mailbox.ts'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { simulatedSmsWord } from '#core/simulation.ts'
import type { Db } from '#postgres/database.ts'
import { readUpdate } from '#resources/audience/contacts/contact.ts'
import { toWireContact } from '#resources/audience/contacts/wire.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import type { Draft as EmailDraft } from '#resources/messages/emails/draft.ts'
import { silencedAmong } from '#resources/messages/emails/silenced.ts'
import { foreignAmong } from '#resources/messages/numbers/read.ts'
import { numberKey } from '#resources/messages/opt-outs/number-key.ts'
import { optedOutAmong } from '#resources/messages/opt-outs/read.ts'
import type { Draft as SmsDraft } from '#resources/messages/sms/sms.ts'
import type { Outcome } from '../advance/outcome.ts'
import type { PreparedEffect } from '../advance/prepare.ts'
import { arrived, type Stage, withSend } from './stage.ts'

/** With `failed` the run would end here. */
export type Performance = { stage: Stage; would?: object; failed?: string }

export async function play(
  db: Db,
  caller: Caller,
  key: string,
  effect: PreparedEffect,
  stage: Stage,
): Promise<Performance> {
  switch (effect.kind) {
    case 'email':
      return playEmail(db, caller, key, effect.request.drafts, stage)
    case 'sms':
      return playSms(db, caller, key, effect.request.draft, stage)
    case 'contact':
      return playUpdate(db, caller, effect.change.asked, stage)
    case 'membership': {
      const { topicId, subscribed } = effect.change
      const before = stage.topics.has(topicId)
      const topics = new Set(stage.topics)
      if (subscribed) topics.add(topicId)
      else topics.delete(topicId)
      return { stage: { ...stage, topics }, would: { topic_id: topicId, before, after: subscribed } }
    }
    case 'post':
      return { stage, would: { url: effect.url, headers: effect.headers, body: JSON.parse(effect.body) } }
    case 'settled':
      return settle(key, effect.outcome, stage)
  }
}

async function playEmail(
  db: Db,
  caller: Caller,
  key: string,
  drafts: readonly EmailDraft[],
  stage: Stage,
): Promise<Performance> {
  const [draft] = drafts
  if (!draft) throw new Error('an email was not prepared')
  const silence = await silenceOf(db, caller, draft, stage)
  const would = {
    to: draft.to[0],
    from: formatMailbox(draft.from),
    subject: draft.subject,
    ...(draft.html !== null && { html: draft.html }),
    ...(draft.text !== null && { text: draft.text }),
    ...(silence !== undefined && { suppressed: silence }),
  }
  const facts = silence === undefined ? arrived : { status: 'suppressed', suppressed: true }
  return { stage: withSend(stage, key, facts), would }
}

/** What the contact has said counts as it is on the stage, not as it is stored. */
async function silenceOf(
  db: Db,
  { environmentId, mode }: Caller,
  { recipients, messageStream, topicId }: EmailDraft,
  { contact, topics }: Stage,
): Promise<string | undefined> {
  const hasLeft = !contact.emailSubscribed || (topicId !== null && !topics.has(topicId))
  if (messageStream === 'broadcast' && hasLeft) return 'The contact has unsubscribed.'
  const audience = { environmentId, mode, messageStream: 'transactional', topicId: null } as const
  const asked = recipients.map(address => ({ audience, address }))
  return asked.map(await silencedAmong(db, asked)).find(reason => reason !== undefined)
}

async function playSms(db: Db, caller: Caller, key: string, draft: SmsDraft, stage: Stage): Promise<Performance> {
  const sender = { organizationId: caller.organizationId, number: draft.from }
  if ((await foreignAmong(db, [sender]))(sender))
    return { stage, failed: `${draft.from} is a number of another organization.` }
  const isMagic = caller.mode === 'test' && simulatedSmsWord(draft.to) === 'opted_out'
  if (isMagic || !stage.contact.smsSubscribed || (await hasSaidStop(db, caller, draft.to)))
    return skip(key, stage, `${draft.to} has opted out.`)
  const would = {
    to: draft.to,
    from: draft.from,
    body: draft.body,
    ...(draft.mediaUrls.length > 0 && { media_urls: draft.mediaUrls }),
    segments: draft.segments,
  }
  return { stage: withSend(stage, key, arrived), would }
}

async function hasSaidStop(db: Db, { environmentId }: Caller, number: string): Promise<boolean> {
  const one = { environmentId, number }
  return (await optedOutAmong(db, [one])).has(numberKey(one))
}

async function playUpdate(
  db: Db,
  caller: Caller,
  asked: Parameters<typeof readUpdate>[1],
  stage: Stage,
): Promise<Performance> {
  const { phoneNumber: number } = stage.contact
  if (asked.sms_subscribed && number !== null && (await hasSaidStop(db, caller, number)))
    return { stage, would: { skipped: `${number} has opted out.` } }
  const fields = asked.properties ? await fieldsOf(db, [caller.environmentId]) : undefined
  const update = readUpdate(stage.contact, asked, fields?.(caller.environmentId) ?? new Map())
  if (update instanceof Refusal) return { stage, failed: update.message }
  const { after } = update
  // as: an update names fields of a contact.
  const names = Object.keys(asked) as (keyof typeof asked)[]
  const pick = (contact: typeof after) => {
    const shown = toWireContact(contact)
    return Object.fromEntries(names.map(name => [name, shown[name] ?? null]))
  }
  return { stage: { ...stage, contact: after }, would: { before: pick(stage.contact), after: pick(after) } }
}

function settle(key: string, outcome: Outcome, stage: Stage): Performance {
  if (outcome.kind === 'failed') return { stage, failed: outcome.error }
  if (outcome.kind !== 'done') throw new Error('nothing is tried again in a rehearsal')
  return skip(key, stage, 'skipped' in outcome.detail ? String(outcome.detail.skipped) : '')
}

const skip = (key: string, stage: Stage, skipped: string): Performance => ({
  stage: withSend(stage, key, { status: 'skipped', skipped: true }),
  would: { skipped },
})
