/** Gets effects ready outside of any transaction: what takes time here holds nobody up. Each stands or falls by itself. */
import type { EmailSend } from '@posthorn/contract/email-requests'
import { Refusal } from '#core/refusal.ts'
import type { ContactChange } from '#resources/audience/contacts/change.ts'
import type { MembershipChange } from '#resources/audience/contacts/membership.ts'
import type { SendRequest } from '#resources/messages/emails/accept.ts'
import { type AskedEmail, type PrepareParts, prepareEmails } from '#resources/messages/emails/prepare.ts'
import type { SmsRequest } from '#resources/messages/sms/accept.ts'
import { readRequest as readSmsRequest } from '#resources/messages/sms/request.ts'
import { contactScope, scopeOf } from '#resources/messages/templates/scope.ts'
import type { Filling, TemplateText, WantedFilling } from '#resources/messages/templates/template-text.ts'
import type { StepOf } from '../definition/definition.ts'
import { replaceTexts } from '../definition/json-texts.ts'
import type { OpenRun } from '../run.ts'
import type { EffectStep } from './decide.ts'
import type { Known } from './load.ts'
import { type Outcome, outcomeOf, skipped } from './outcome.ts'
import { textsOf } from './texts.ts'

export type Act = { run: OpenRun; known: Known; step: EffectStep; now: Date }

export type PreparedEffect =
  | { kind: 'email'; request: SendRequest }
  | { kind: 'sms'; request: SmsRequest }
  | { kind: 'contact'; change: ContactChange }
  | { kind: 'membership'; change: MembershipChange }
  | { kind: 'post'; url: string; headers: Readonly<Record<string, string>>; body: string }
  | { kind: 'settled'; outcome: Outcome }

export type EffectParts = PrepareParts & { templateText: TemplateText }

/** In the order of the acts. `chance` spreads what is tried again. */
export async function prepareEffects(
  parts: EffectParts,
  acts: readonly Act[],
  chance: () => number,
): Promise<PreparedEffect[]> {
  const settle = ({ run }: Act, refusal: Refusal): PreparedEffect => ({
    kind: 'settled',
    outcome: outcomeOf(refusal, run.tries, chance()),
  })
  const fillings = await fillTexts(parts.templateText, acts)
  const begun = acts.map((act, index) => begin(act, fillings[index] ?? {}))
  const emails = begun.flatMap((one, index) => ('asked' in one ? [{ asked: one.asked, index }] : []))
  const drafts = await prepareEmails(
    parts,
    emails.map(({ asked }) => asked),
  )
  const draftOf = new Map(emails.map(({ index }, nth) => [index, drafts[nth]]))
  return acts.map((act, index) => {
    const one = begun[index]
    const draft = draftOf.get(index)
    if (draft instanceof Refusal) return settle(act, draft)
    if (draft) return { kind: 'email', request: { caller: act.run, drafts: [draft], now: act.now } }
    if (!one || 'asked' in one) throw new Error('an email was not prepared')
    return one instanceof Refusal ? settle(act, one) : one
  })
}

type Begun = PreparedEffect | Refusal | { asked: AskedEmail }

/** The texts of all steps, tenant by tenant: the work of each is its own. */
async function fillTexts(text: TemplateText, acts: readonly Act[]): Promise<Filling[]> {
  const fillings = new Map<Act, Filling>()
  const byTenant = Map.groupBy(acts, ({ run }) => run.organizationId)
  await Promise.all(
    Array.from(byTenant, async ([tenant, own]) => {
      const filled = await text.fill(tenant, own.map(toWanted))
      for (const [nth, act] of own.entries()) fillings.set(act, filled[nth] ?? {})
    }),
  )
  return acts.map(act => fillings.get(act) ?? {})
}

export const toWanted = (act: Act): WantedFilling => ({ texts: textsOf(act.step), variables: scopeOfStep(act) })

function scopeOfStep(act: Act): Record<string, unknown> {
  if (act.step.type !== 'send_email') return variablesOf(act)
  return scopeOf({ ...variablesOf(act), ...act.step.config.variables }, undefined)
}

/** `filled` are the texts of its step. */
function begin(act: Act, filled: Filling): Begun {
  const { run, step, now } = act
  const { environmentId, contactId } = run
  switch (step.type) {
    case 'send_email':
      return beginEmail(act, step, filled)
    case 'send_sms':
      return prepareSms(act, step, filled)
    case 'update_contact':
      return { kind: 'contact', change: { environmentId, id: contactId, asked: step.config, at: now } }
    case 'add_to_topic':
    case 'remove_from_topic': {
      const subscribed = step.type === 'add_to_topic'
      const change = { environmentId, contactId, topicId: step.config.topic_id, subscribed, at: now }
      return { kind: 'membership', change }
    }
    case 'webhook':
      return preparePost(act, step, filled)
  }
}

/** What Liquid can print, in a step as in a template. */
const variablesOf = ({ known }: Act): Record<string, unknown> => ({
  contact: contactScope(known.contact),
  trigger: known.facts.trigger,
})

const noEmail = 'The contact has no email address.'
const noNumber = 'The contact has no phone number.'

function beginEmail(act: Act, step: StepOf<'send_email'>, filled: Filling): Begun {
  const { contact } = act.known
  if (contact.email === null) return { kind: 'settled', outcome: skipped(noEmail) }
  if (filled instanceof Refusal) return filled
  const variables = { ...variablesOf(act), ...step.config.variables }
  const body: EmailSend = { ...step.config, ...filled, to: contact.email, variables }
  return { asked: { sender: act.run, body, now: act.now } }
}

function prepareSms(act: Act, step: StepOf<'send_sms'>, filled: Filling): Begun {
  const { phoneNumber } = act.known.contact
  if (phoneNumber === null) return { kind: 'settled', outcome: skipped(noNumber) }
  if (filled instanceof Refusal) return filled
  const { from, media_urls: media = [] } = step.config
  const body = { from, to: phoneNumber, body: filled.body ?? '', media_urls: [...media] }
  try {
    return { kind: 'sms', request: { caller: act.run, draft: readSmsRequest(body), now: act.now } }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function preparePost(act: Act, step: StepOf<'webhook'>, filled: Filling): Begun {
  const { url, headers = {}, body } = step.config
  if (filled instanceof Refusal) return filled
  const { topics: _topics, ...contact } = act.known.facts.contact
  const content =
    body === undefined
      ? { contact, trigger: act.known.facts.trigger }
      : replaceTexts(body, (text, path) => filled[path] ?? text)
  return { kind: 'post', url, headers, body: JSON.stringify(content) }
}
