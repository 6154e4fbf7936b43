/** Each operation of Resend's client once, on existing objects. */
import type { Resend } from 'resend'
import { expect, vi } from 'vitest'
import { newEmail, newWord } from '../http-client/unique.ts'

type Answered = PromiseLike<{ data: unknown; error: unknown }>
export type ResendCall = (resend: Resend, scene: ResendScene) => Answered

export type ResendScene = Awaited<ReturnType<typeof setResendScene>>

/** The data that the client got; an error is thrown. */
export async function dataOf<T>(asked: PromiseLike<{ data: T | null; error: unknown }>): Promise<T> {
  const { data, error } = await asked
  if (data === null) throw new Error(JSON.stringify(error))
  return data
}

export const hello = { from: 'Acme <hello@acme.test>', subject: 'Hello', html: '<p>Hello, Ada.</p>' }
export const aFile = { filename: 'a.txt', content: Buffer.from('hello') }
export const later = '2099-01-01T00:00:00.000Z'

export async function setResendScene(resend: Resend) {
  const address = newEmail()
  const { id: topicId } = await dataOf(resend.topics.create({ name: newWord(), defaultSubscription: 'opt_out' }))
  const { id: contactId } = await dataOf(resend.contacts.create({ email: address, firstName: 'Ada' }))
  const { id: emailId } = await dataOf(
    resend.emails.send({ ...hello, to: newEmail(), scheduledAt: later, attachments: [aFile] }),
  )
  const { data: files } = await dataOf(resend.emails.attachments.list({ emailId }))
  const { id: templateId } = await dataOf(
    resend.templates.create({ name: `Welcome ${newWord()}`, subject: 'Welcome', html: '<p>Hello {{{NAME}}}</p>' }),
  )
  const { id: webhookId } = await dataOf(
    resend.webhooks.create({ endpoint: 'https://example.com/hook', events: ['email.sent', 'suppression.added'] }),
  )
  const domainId = await newDomain(resend)
  const { id: segmentId } = await dataOf(resend.segments.create({ name: newWord() }))
  const broadcastId = await newBroadcast(resend, segmentId)
  const attachmentId = files[0]?.id ?? ''
  const event = await anEvent(resend)
  return {
    ...{ domainId, address, topicId, contactId, emailId, attachmentId, templateId, webhookId, event, segmentId },
    broadcastId,
  }
}

const newDomain = async (resend: Resend) =>
  (await dataOf(resend.domains.create({ name: `${newWord()}.example.com` }))).id
const newSegment = async (resend: Resend) => (await dataOf(resend.segments.create({ name: newWord() }))).id
const newBroadcast = async (resend: Resend, segmentId: string) =>
  (await dataOf(resend.broadcasts.create({ ...hello, segmentId }))).id
const newImport = (resend: Resend) =>
  resend.contacts.imports.create({ file: new Blob([`email\n${newEmail()}\n`]), onConflict: 'skip' })
const newKey = async (resend: Resend) => (await dataOf(resend.apiKeys.create({ name: 'CI' }))).id
const newContact = async (resend: Resend) => (await dataOf(resend.contacts.create({ email: newEmail() }))).id
const newTopic = async (resend: Resend) =>
  (await dataOf(resend.topics.create({ name: newWord(), defaultSubscription: 'opt_in' }))).id
const newTemplate = async (resend: Resend) =>
  (await dataOf(resend.templates.create({ name: newWord(), html: '<p>Hello</p>' }))).id
const newProperty = async (resend: Resend) =>
  (await dataOf(resend.contactProperties.create({ key: `p${newWord()}`, type: 'string' }))).id
const newSuppression = async (resend: Resend) => (await dataOf(resend.suppressions.add({ email: newEmail() }))).id
const newWebhook = async (resend: Resend) =>
  (await dataOf(resend.webhooks.create({ endpoint: 'https://example.com/gone', events: ['email.sent'] }))).id

/** An event of a webhook that nobody switches off meanwhile, once it has been delivered. */
async function anEvent(resend: Resend) {
  const { id: webhookId } = await dataOf(
    resend.webhooks.create({ endpoint: 'https://example.com/told', events: ['suppression.added'] }),
  )
  await newSuppression(resend)
  const eventId = await vi.waitFor(
    async () => {
      const { data } = await dataOf(resend.webhooks.events.list({ webhookId, limit: 1 }))
      return data[0]?.id ?? expect.fail('no event yet')
    },
    { timeout: 20_000 },
  )
  return { webhookId, eventId }
}

/** By method and path. */
export const resendCalls: Record<string, ResendCall> = {
  'POST /emails': resend => resend.emails.send({ ...hello, to: newEmail() }),
  'POST /emails/batch': resend => resend.batch.send([{ ...hello, to: newEmail() }]),
  'GET /emails': resend => resend.emails.list({ limit: 1 }),
  'GET /emails/metrics': resend => resend.emails.metrics({ startDate: '2026-01-01', dimensions: ['period'] }),
  'GET /emails/{id}': (resend, { emailId }) => resend.emails.get(emailId),
  'PATCH /emails/{id}': (resend, { emailId }) => resend.emails.update({ id: emailId, scheduledAt: later }),
  'POST /emails/{id}/cancel': (resend, { emailId }) => resend.emails.cancel(emailId),
  'GET /emails/{id}/attachments': (resend, { emailId }) => resend.emails.attachments.list({ emailId }),
  'GET /emails/{id}/attachments/{id}': (resend, { emailId, attachmentId }) =>
    resend.emails.attachments.get({ emailId, id: attachmentId }),
  'POST /contacts': resend => resend.contacts.create({ email: newEmail(), firstName: 'Ada', unsubscribed: true }),
  'GET /contacts': resend => resend.contacts.list({ limit: 1 }),
  'GET /contacts/{id or email}': (resend, { address }) => resend.contacts.get({ email: address }),
  'PATCH /contacts/{id or email}': (resend, { address }) => resend.contacts.update({ email: address, lastName: 'L.' }),
  'DELETE /contacts/{id or email}': async resend => resend.contacts.remove(await newContact(resend)),
  'GET /contacts/{id or email}/topics': (resend, { address }) => resend.contacts.topics.list({ email: address }),
  'PATCH /contacts/{id or email}/topics': (resend, { contactId, topicId }) =>
    resend.contacts.topics.update({ id: contactId, topics: [{ id: topicId, subscription: 'opt_in' }] }),
  'POST /contacts/imports': resend => newImport(resend),
  'GET /contacts/imports': resend => resend.contacts.imports.list({ limit: 1, status: 'completed' }),
  'GET /contacts/imports/{id}': async resend => resend.contacts.imports.get((await dataOf(newImport(resend))).id),
  'POST /contact-properties': resend =>
    resend.contactProperties.create({ key: `p${newWord()}`, type: 'number', fallbackValue: 3 }),
  'GET /contact-properties': resend => resend.contactProperties.list(),
  'GET /contact-properties/{id}': async resend => resend.contactProperties.get(await newProperty(resend)),
  'PATCH /contact-properties/{id}': async resend =>
    resend.contactProperties.update({ id: await newProperty(resend), fallbackValue: 'free' }),
  'DELETE /contact-properties/{id}': async resend => resend.contactProperties.remove(await newProperty(resend)),
  'POST /segments': resend => resend.segments.create({ name: newWord() }),
  'GET /segments': resend => resend.segments.list({ limit: 1 }),
  'GET /segments/{id}': (resend, { segmentId }) => resend.segments.get(segmentId),
  'PATCH /segments/{id}': (resend, { segmentId }) => resend.segments.update(segmentId, { name: newWord() }),
  'DELETE /segments/{id}': async resend => resend.segments.remove(await newSegment(resend)),
  'GET /segments/{id}/contacts': (resend, { segmentId }) => resend.contacts.list({ segmentId, limit: 1 }),
  'GET /contacts/{id or email}/segments': (resend, { address }) => resend.contacts.segments.list({ email: address }),
  'POST /contacts/{id or email}/segments/{id}': (resend, { contactId, segmentId }) =>
    resend.contacts.segments.add({ contactId, segmentId }),
  'DELETE /contacts/{id or email}/segments/{id}': (resend, { address, segmentId }) =>
    resend.contacts.segments.remove({ email: address, segmentId }),
  'POST /audiences/{id}/contacts': (resend, { segmentId }) =>
    resend.contacts.create({ audienceId: segmentId, email: newEmail() }),
  'GET /audiences/{id}/contacts/{id or email}': (resend, { segmentId, address }) =>
    resend.contacts.get({ audienceId: segmentId, email: address }),
  'PATCH /audiences/{id}/contacts/{id or email}': (resend, { segmentId, contactId }) =>
    resend.contacts.update({ audienceId: segmentId, id: contactId, firstName: 'Ada' }),
  'DELETE /audiences/{id}/contacts/{id or email}': async (resend, { segmentId }) =>
    resend.contacts.remove({ audienceId: segmentId, id: await newContact(resend) }),
  'POST /broadcasts': (resend, { segmentId }) =>
    resend.broadcasts.create({ ...hello, name: 'News', segmentId, send: true, scheduledAt: 'in 3 days' }),
  'GET /broadcasts': resend => resend.broadcasts.list({ limit: 1 }),
  'GET /broadcasts/{id}': (resend, { broadcastId }) => resend.broadcasts.get(broadcastId),
  'PATCH /broadcasts/{id}': (resend, { broadcastId }) => resend.broadcasts.update(broadcastId, { subject: 'News' }),
  'DELETE /broadcasts/{id}': async (resend, { segmentId }) =>
    resend.broadcasts.remove(await newBroadcast(resend, segmentId)),
  'POST /broadcasts/{id}/send': (resend, { broadcastId }) =>
    resend.broadcasts.send(broadcastId, { scheduledAt: later }),
  'POST /broadcasts/{id}/cancel': (resend, { broadcastId }) => resend.broadcasts.cancel(broadcastId),
  'POST /broadcasts/{id}/duplicate': (resend, { broadcastId }) => resend.broadcasts.duplicate(broadcastId),
  'GET /broadcasts/{id}/recipients': (resend, { broadcastId }) =>
    resend.broadcasts.recipients(broadcastId, { type: 'sent' }),
  'GET /broadcasts/{id}/clicked-links': (resend, { broadcastId }) => resend.broadcasts.clickedLinks(broadcastId),
  'POST /topics': resend => resend.topics.create({ name: newWord(), defaultSubscription: 'opt_in' }),
  'GET /topics': resend => resend.topics.list(),
  'GET /topics/{id}': (resend, { topicId }) => resend.topics.get(topicId),
  'PATCH /topics/{id}': (resend, { topicId }) => resend.topics.update({ id: topicId, description: 'Now and then.' }),
  'DELETE /topics/{id}': async resend => resend.topics.remove(await newTopic(resend)),
  'POST /suppressions': resend => resend.suppressions.add({ email: newEmail() }),
  'GET /suppressions': resend => resend.suppressions.list({ origin: 'manual' }),
  'GET /suppressions/{id or email}': async resend => resend.suppressions.get(await newSuppression(resend)),
  'DELETE /suppressions/{id or email}': async resend => resend.suppressions.remove(await newSuppression(resend)),
  'POST /suppressions/batch/add': resend => resend.suppressions.batch.add({ emails: [newEmail(), newEmail()] }),
  'POST /suppressions/batch/remove': async resend =>
    resend.suppressions.batch.remove({ ids: [await newSuppression(resend)] }),
  'POST /templates': resend => resend.templates.create({ name: newWord(), html: '<p>Hello</p>' }),
  'GET /templates': resend => resend.templates.list({ limit: 1 }),
  'GET /templates/{id or alias}': (resend, { templateId }) => resend.templates.get(templateId),
  'PATCH /templates/{id or alias}': (resend, { templateId }) => resend.templates.update(templateId, { subject: 'Hi' }),
  'DELETE /templates/{id or alias}': async resend => resend.templates.remove(await newTemplate(resend)),
  'POST /templates/{id or alias}/publish': (resend, { templateId }) => resend.templates.publish(templateId),
  'POST /templates/{id or alias}/duplicate': (resend, { templateId }) => resend.templates.duplicate(templateId),
  'POST /webhooks': resend => resend.webhooks.create({ endpoint: 'https://example.com/a', events: ['email.bounced'] }),
  'GET /webhooks': resend => resend.webhooks.list(),
  'GET /webhooks/{id}': (resend, { webhookId }) => resend.webhooks.get(webhookId),
  'PATCH /webhooks/{id}': (resend, { webhookId }) => resend.webhooks.update(webhookId, { status: 'disabled' }),
  'DELETE /webhooks/{id}': async resend => resend.webhooks.remove(await newWebhook(resend)),
  'POST /webhooks/{id}/signing-secret/rotate': (resend, { webhookId }) =>
    resend.webhooks.rotateSigningSecret(webhookId),
  'GET /webhooks/{id}/events': (resend, { webhookId }) => resend.webhooks.events.list({ webhookId, limit: 1 }),
  'GET /webhooks/{id}/events/{id}': (resend, { event }) => resend.webhooks.events.get(event),
  'GET /webhooks/{id}/events/{id}/attempts': (resend, { event }) => resend.webhooks.events.attempts.list(event),
  'POST /webhooks/{id}/events/{id}/replay': (resend, { event }) => resend.webhooks.events.replay(event),
  'POST /domains': resend => resend.domains.create({ name: `${newWord()}.example.com` }),
  'GET /domains': resend => resend.domains.list(),
  'GET /domains/{id}': (resend, { domainId }) => resend.domains.get(domainId),
  'PATCH /domains/{id}': (resend, { domainId }) => resend.domains.update({ id: domainId, tls: 'enforced' }),
  'DELETE /domains/{id}': async resend => resend.domains.remove(await newDomain(resend)),
  'POST /domains/{id}/verify': (resend, { domainId }) => resend.domains.verify(domainId),
  'POST /api-keys': resend => resend.apiKeys.create({ name: 'CI', permission: 'sending_access' }),
  'GET /api-keys': resend => resend.apiKeys.list(),
  'PATCH /api-keys/{id}': async resend => resend.apiKeys.update(await newKey(resend), { name: 'Nightly' }),
  'DELETE /api-keys/{id}': async resend => resend.apiKeys.remove(await newKey(resend)),
  'POST /events/send': (resend, { address }) =>
    resend.events.send({ event: 'order.paid', email: address, payload: { amount: 5 } }),
  'GET /usage': resend => resend.usage.get(),
  'GET /logs': resend => resend.logs.list({ limit: 1 }),
}

/** What Resend has and Posthorn has not. The client gets a sentence that says so. */
export const refusedCalls: Record<string, ResendCall> = {
  'GET /inboxes': resend => resend.inboxes.list(),
  'GET /oauth/grants': resend => resend.oauthGrants.list(),
  'POST /domains/claim': resend => resend.domains.claims.create({ name: 'acme.test' }),
  'GET /automations': resend => resend.automations.list(),
  'GET /emails/receiving': resend => resend.emails.receiving.list(),
}
