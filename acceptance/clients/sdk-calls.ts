/** Each operation once through the client, on existing objects. An operation without a row does not compile. */
import type { OperationId } from '@posthorn/contract/all-operations'
import { expect, vi } from 'vitest'
import type { Posthorn, WorkflowCreate, WorkflowRun } from '../../sdk/src/posthorn.ts'
import { newEmail, newPhoneNumber, newWord } from '../http-client/unique.ts'

export type Scene = Awaited<ReturnType<typeof setScene>>

const email = { from: 'hello@acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Hello, Ada.' }
const text = { from: '+15005550006', to: '+14155552671', body: 'Your code is 481 502.' }
const later = { scheduled_for: '2099-01-01T00:00:00Z' }
const onboarding = {
  name: 'Onboarding',
  status: 'active',
  trigger_config: { type: 'contact_created' },
  workflow_definition: { steps: [{ key: 'wait', type: 'delay', config: { days: 1 } }] },
} satisfies WorkflowCreate

/** The objects that the rows read and change. A row makes its own object when it ends it. */
/** `live`: the same with a live key, for operations of live email. */
export async function setScene(api: Posthorn, live: Posthorn, hook: string) {
  const workflow = await api.workflows.create(onboarding)
  const [contact, topic, template, webhook, sent, scheduled, sms] = await Promise.all([
    api.contacts.create({ email: newEmail(), phone_number: newPhoneNumber() }),
    api.topics.create({ name: 'News' }),
    newTemplate(api),
    api.webhooks.create({ url: hook, subscribed_events: ['webhook.test'] }),
    api.emails.send(email),
    api.emails.send({ ...email, ...later }),
    api.sms.send(text),
  ])
  await vi.waitFor(async () => expect((await api.emails.get(sent.id)).status).toBe('delivered'), { timeout: 20_000 })
  const first = async (): Promise<WorkflowRun> => {
    for await (const run of api.workflows.listRuns(workflow.id)) return run
    throw new Error('No run has begun.')
  }
  const run = await vi.waitFor(first, { timeout: 20_000 })
  return { live, hook, contact, topic, template, webhook, sent, scheduled, sms, workflow, run }
}

type Call = (api: Posthorn, scene: Scene) => Promise<unknown>
const newTemplate = (api: Posthorn) =>
  api.templates.create({ friendly_name: newWord(), subject: 'Hello', html: '<p>{{ name }}</p>' })
const newKey = () => `f${newWord()}`
const newField = (api: Posthorn) => api.contactFields.create({ key: newKey(), type: 'string' })
const newSegment = (api: Posthorn) =>
  api.segments.create({ name: newWord(), filter: { field: 'email_subscribed', operator: 'eq', value: true } })
const newList = (api: Posthorn) => api.segments.create({ name: newWord() })
const newDomain = (live: Posthorn) => live.domains.add({ name: `${newWord()}.example.com` })
const newApiKey = (api: Posthorn) => api.apiKeys.create({ name: 'CI', permissions: ['emails:send'] })
const newForm = (api: Posthorn) => api.signupForms.create({ name: 'Newsletter', wording: 'I want the newsletter.' })
const newEmailWithFile = (api: Posthorn) =>
  api.emails.send({ ...email, ...later, attachments: [{ filename: 'a.txt', content: 'aGVsbG8=' }] })
const newContact = (api: Posthorn) => api.contacts.create({ email: newEmail() })

const newImport = (api: Posthorn) => api.contacts.importFile({ csv: `email\n${newEmail()}\n` })
const newBroadcast = (api: Posthorn) =>
  api.broadcasts.create({ name: 'News', from: 'news@acme.test', subject: 'News', text: 'New.', everyone: true })
/** One an hour, to two contacts, so that it is not done before the test ends. */
async function slowBroadcast(api: Posthorn): Promise<string> {
  await Promise.all([newContact(api), newContact(api)])
  const { id } = await newBroadcast(api)
  await api.broadcasts.update(id, { pace: { per_hour: 1 } })
  await api.broadcasts.send(id, {})
  return id
}

export const calls: Readonly<Record<OperationId, Call>> = {
  sendEmail: api => api.emails.send(email),
  preflightEmail: api => api.emails.preflight(email),
  sendEmailBatch: api => api.emails.sendBatch([email, { ...email, ...later }]),
  listEmails: async api => api.emails.list({ status: 'delivered', limit: 1 }),
  getEmail: (api, { sent }) => api.emails.get(sent.id),
  getRawEmail: async (api, { sent }) => (await api.emails.getRaw(sent.id)).text(),
  listEmailAttachments: async api => api.emails.listAttachments((await newEmailWithFile(api)).id),
  getEmailAttachment: async api => {
    const { id } = await newEmailWithFile(api)
    const { data } = await api.emails.listAttachments(id)
    return api.emails.getAttachment(id, data[0]?.id ?? '')
  },
  explainEmail: (api, { sent }) => api.emails.explain(sent.id),
  getEmailWorkflow: (api, { sent }) => api.emails.getWorkflow(sent.id),
  rescheduleEmail: (api, { scheduled }) => api.emails.reschedule(scheduled.id, later),
  cancelEmail: async api => api.emails.cancel((await api.emails.send({ ...email, ...later })).id),
  deleteEmail: (api, { sent }) => api.emails.delete(sent.id),
  sendSms: api => api.sms.send(text),
  listSms: async api => api.sms.list({ to: text.to }),
  getSms: (api, { sms }) => api.sms.get(sms.id),
  explainSms: (api, { sms }) => api.sms.explain(sms.id),
  cancelSms: async api => api.sms.cancel((await api.sms.send({ ...text, ...later })).id),
  rescheduleSms: async api => api.sms.reschedule((await api.sms.send({ ...text, ...later })).id, later),
  createTemplate: newTemplate,
  listTemplates: async api => api.templates.list(),
  getTemplate: (api, { template }) => api.templates.get(template.id),
  updateTemplate: (api, { template }) => api.templates.update(template.id, { subject: 'Good morning' }),
  renderTemplate: (api, { template }) => api.templates.render(template.id, { variables: { name: 'Ada' } }),
  deleteTemplate: async api => api.templates.delete((await newTemplate(api)).id),
  createContact: newContact,
  importContacts: api => api.contacts.importRows({ rows: [{ email: newEmail(), first_name: 'Ada' }] }),
  importContactFile: newImport,
  listContactFileImports: async api => api.contacts.listFileImports({ limit: 1 }),
  getContactFileImport: async api => api.contacts.getFileImport((await newImport(api)).id),
  listContacts: async api => api.contacts.list({ email_subscribed: true }),
  lookupContact: (api, { contact }) => api.contacts.lookup({ phone_number: contact.phone_number }),
  getContact: (api, { contact }) => api.contacts.get(contact.id),
  updateContact: (api, { contact }) => api.contacts.update(contact.id, { first_name: 'Ada' }),
  subscribeContactToTopic: (api, { contact, topic }) => api.contacts.subscribeToTopic(contact.id, topic.id),
  unsubscribeContactFromTopic: (api, { contact, topic }) => api.contacts.unsubscribeFromTopic(contact.id, topic.id),
  exportContact: async (api, { contact }) => (await api.contacts.export(contact.id)).text(),
  eraseContact: async api => api.contacts.erase((await newContact(api)).id),
  getErasure: async api => api.erasures.get((await api.contacts.erase((await newContact(api)).id)).id),
  deleteContact: async api => api.contacts.delete((await newContact(api)).id),
  upsertContact: (api, { contact }) => api.contacts.upsert({ email: contact.email ?? '', last_name: 'King' }),
  createContactBatch: api => api.contacts.createBatch([{ email: newEmail() }, { email: newEmail() }]),
  countContacts: api => api.contacts.count({ email_subscribed: true }),
  listContactTopics: async (api, { contact }) => api.contacts.listTopics(contact.id, { subscribed: false }),
  listContactSegments: async (api, { contact }) => api.contacts.listSegments(contact.id),
  listContactHistory: async (api, { contact }) => api.contacts.listHistory(contact.id),
  recordContactEvent: (api, { contact }) => api.contacts.recordEvent(contact.id, { event: 'order.paid' }),
  recordEventByEmail: (api, { contact }) =>
    api.contacts.recordEventByEmail({ contact_id: contact.id, event: 'order.paid' }),
  recordEvents: (api, { contact }) => api.contacts.recordEvents([{ contact_id: contact.id, event: 'order.paid' }]),
  createSegment: newSegment,
  listSegments: async api => api.segments.list(),
  previewSegment: api => api.segments.preview({ filter: { event: 'order.paid', at_least: 2, within_days: 30 } }),
  getSegment: async api => api.segments.get((await newSegment(api)).id),
  updateSegment: async api => api.segments.update((await newSegment(api)).id, { description: 'Those who pay' }),
  deleteSegment: async api => api.segments.delete((await newSegment(api)).id),
  listSegmentContacts: async api => api.segments.listContacts((await newSegment(api)).id),
  addSegmentContacts: async (api, { contact }) =>
    api.segments.addContacts((await newList(api)).id, { contact_ids: [contact.id] }),
  removeSegmentContacts: async (api, { contact }) =>
    api.segments.removeContacts((await newList(api)).id, { contact_ids: [contact.id] }),
  explainSegmentContact: async (api, { contact }) =>
    api.segments.explainContact((await newSegment(api)).id, contact.id),
  createContactField: newField,
  listContactFields: api => api.contactFields.list(),
  getContactField: async api => api.contactFields.get((await newField(api)).id),
  updateContactField: async api => api.contactFields.update((await newField(api)).id, { fallback: 'free' }),
  deleteContactField: async api => api.contactFields.delete((await newField(api)).id),
  listContactConsent: async (api, { contact }) => api.contacts.listConsent(contact.id),
  listConsent: async api => api.consent.list({ email: newEmail() }),
  createSignupForm: api => newForm(api),
  listSignupForms: api => api.signupForms.list(),
  getSignupForm: async api => api.signupForms.get((await newForm(api)).id),
  updateSignupForm: async api => api.signupForms.update((await newForm(api)).id, { name: 'News' }),
  deleteSignupForm: async api => api.signupForms.delete((await newForm(api)).id),
  createSuppression: api => api.suppressions.create({ email: newEmail() }),
  listSuppressions: async api => api.suppressions.list({ reason: 'manual' }),
  getSuppression: async api => api.suppressions.get((await api.suppressions.create({ email: newEmail() })).id),
  importSuppressions: api => api.suppressions.importRows({ rows: [{ email: newEmail() }], dry_run: true }),
  deleteSuppression: async api => api.suppressions.delete((await api.suppressions.create({ email: newEmail() })).id),
  getKey: api => api.key.get(),
  createBroadcast: newBroadcast,
  listBroadcasts: async api => api.broadcasts.list({ state: 'draft' }),
  getBroadcast: async api => api.broadcasts.get((await newBroadcast(api)).id),
  updateBroadcast: async api => api.broadcasts.update((await newBroadcast(api)).id, { subject: 'Good morning' }),
  deleteBroadcast: async api => api.broadcasts.delete((await newBroadcast(api)).id),
  previewBroadcast: async api => api.broadcasts.preview((await newBroadcast(api)).id),
  testBroadcast: async api => api.broadcasts.test((await newBroadcast(api)).id, { to: [newEmail()] }),
  sendBroadcast: async api => api.broadcasts.send((await newBroadcast(api)).id, later),
  pauseBroadcast: async api => api.broadcasts.pause(await slowBroadcast(api)),
  resumeBroadcast: async api => api.broadcasts.resume(await slowBroadcast(api)),
  cancelBroadcast: async api => {
    const { id } = await newBroadcast(api)
    await api.broadcasts.send(id, later)
    return api.broadcasts.cancel(id)
  },
  listBroadcastRecipients: async api => api.broadcasts.listRecipients((await newBroadcast(api)).id),
  getBroadcastAnalytics: async api => api.broadcasts.getAnalytics((await newBroadcast(api)).id),
  listBroadcastLinks: async api => api.broadcasts.listLinks((await newBroadcast(api)).id),
  createTopic: api => api.topics.create({ name: 'Offers' }),
  listTopics: async api => api.topics.list(),
  getTopic: (api, { topic }) => api.topics.get(topic.id),
  updateTopic: (api, { topic }) => api.topics.update(topic.id, { description: 'What is new.' }),
  deleteTopic: async api => api.topics.delete((await api.topics.create({ name: 'Gone' })).id),
  createWorkflow: api => api.workflows.create({ name: 'Draft' }),
  listWorkflows: async api => api.workflows.list({ status: 'active' }),
  getWorkflow: (api, { workflow }) => api.workflows.get(workflow.id),
  updateWorkflow: (api, { workflow }) => api.workflows.update(workflow.id, { description: 'For all.' }),
  listWorkflowRuns: async (api, { workflow }) => api.workflows.listRuns(workflow.id, { state: 'waiting' }),
  stopWorkflowRun: (api, { workflow, run }) => api.workflows.stopRun(workflow.id, run.id),
  simulateWorkflow: (api, { workflow, contact }) => api.workflows.simulate(workflow.id, { contact_id: contact.id }),
  deleteWorkflow: async api => api.workflows.delete((await api.workflows.create({ name: 'Gone' })).id),
  advanceTestClock: api => api.test.advanceClock({ seconds: 1 }),
  createWebhook: api => api.webhooks.create({ url: 'https://example.com/hook', subscribed_events: ['email.*'] }),
  listWebhooks: api => api.webhooks.list(),
  getWebhook: (api, { webhook }) => api.webhooks.get(webhook.id),
  updateWebhook: (api, { webhook }) => api.webhooks.update(webhook.id, { nickname: 'Tests' }),
  testWebhook: (api, { webhook }) => api.webhooks.test(webhook.id),
  getWebhookDelivery: async (api, { webhook }) => {
    await api.webhooks.test(webhook.id)
    const { data } = await api.webhooks.listDeliveries(webhook.id, { limit: 1 })
    return api.webhooks.getDelivery(webhook.id, data[0]?.id ?? '')
  },
  listWebhookDeliveries: async (api, { webhook }) => api.webhooks.listDeliveries(webhook.id),
  replayWebhook: (api, { webhook }) => api.webhooks.replay(webhook.id, { since: '2026-01-01T00:00:00Z' }),
  replayWebhookDelivery: async (api, { hook }) => {
    const webhook = await api.webhooks.create({ url: hook, subscribed_events: ['contact.created'] })
    await newContact(api)
    const eventId = await vi.waitFor(
      async () => (await api.webhooks.listDeliveries(webhook.id)).data[0]?.id ?? expect.fail('no event yet'),
      { timeout: 20_000 },
    )
    return api.webhooks.replayDelivery(webhook.id, eventId)
  },
  rotateWebhookSecret: (api, { webhook }) => api.webhooks.rotateSecret(webhook.id),
  deleteWebhook: async api => {
    const webhook = await api.webhooks.create({ url: 'https://example.com/gone', subscribed_events: ['*'] })
    return api.webhooks.delete(webhook.id)
  },
  listEvents: async api => api.events.list({ limit: 1 }),
  streamEvents: async api => {
    const { next_cursor } = await api.events.list({ limit: 1 })
    for await (const event of api.events.stream({ cursor: next_cursor })) return JSON.stringify(event)
    return undefined
  },
  listDomains: (_, { live }) => live.domains.list(),
  addDomain: (_, { live }) => newDomain(live),
  getDomain: async (_, { live }) => live.domains.get((await newDomain(live)).id),
  verifyDomain: async (_, { live }) => live.domains.verify((await newDomain(live)).id),
  updateDomain: async (_, { live }) => live.domains.update((await newDomain(live)).id, { require_tls: true }),
  removeDomain: async (_, { live }) => live.domains.remove((await newDomain(live)).id),
  listApiKeys: api => api.apiKeys.list(),
  createApiKey: newApiKey,
  getApiKey: async api => api.apiKeys.get((await newApiKey(api)).id),
  updateApiKey: async api => api.apiKeys.update((await newApiKey(api)).id, { name: 'Nightly' }),
  revokeApiKey: async api => api.apiKeys.revoke((await newApiKey(api)).id),
  getRateLimit: api => api.rateLimit.get(),
  getCredits: api => api.credits.get(),
  getAnalytics: api => api.analytics.get({ granularity: 'day' }),
  getReceiverAnalytics: api => api.analytics.getReceivers(),
  getRetention: api => api.retention.get(),
  updateRetention: api => api.retention.update({ bodies_days: 7 }),
  listRequests: async api => api.requests.list({ limit: 1 }),
  // Stored after the answers.
  getRequest: async api => {
    const request = await vi.waitFor(
      async () => (await api.requests.list({ limit: 1 })).data[0] ?? expect.fail(),
      10_000,
    )
    return api.requests.get(request.id)
  },
  listAuditLog: async api => api.auditLog.list({ limit: 1 }),
}
