/** Something of everything, so that each page has something to show. */
import { expect, vi } from 'vitest'
import { untilStatus } from '../emails/sending.ts'
import type { Client } from '../http-client/client.ts'
import type { Visitor } from '../http-client/console-visitor.ts'
import { untilSms } from '../sms/sending.ts'

export type Seeds = Awaited<ReturnType<typeof seed>>

export async function seed(live: Client, test: Client, owner: Visitor) {
  const topic = await make(live, '/v1/topics', { name: 'Product news', description: 'Once a month' })
  const contact = await make(live, '/v1/contacts', ada)
  await make(live, `/v1/contacts/${contact}/topics/${topic}`)
  for (const reader of readers)
    await make(live, `/v1/contacts/${await make(live, '/v1/contacts', reader)}/topics/${topic}`)
  const segment = await make(live, '/v1/segments', { name: 'Loyal, but quiet', filter: loyal })
  const list = await make(live, '/v1/segments', { name: 'Beta testers', description: 'Who asked for early versions' })
  await make(live, `/v1/segments/${list}/contacts`, { contact_ids: [contact] })
  await make(live, '/v1/suppressions', { email: 'gone@example.com' })
  await owner.post('/v1/domains', { name: 'acme.test' })
  const invited = await owner.post<{ link: string }>('/console/invitations', {
    email: 'grace@example.com',
    role: 'admin',
  })
  const email = await make(live, '/v1/emails', letter)
  await make(live, '/v1/emails', { ...letter, subject: 'Launch day', scheduled_for: tomorrow() })
  await make(test, '/v1/emails/batch', outcomes)
  const code = await make(test, '/v1/emails', withFallback)
  const sms = await make(live, '/v1/sms', { from: '+14155550100', to: '+14155552671', body: 'Your code is 481 502.' })
  const ids = {
    invitation: invited.body.link,
    email,
    sms,
    contact,
    segment,
    list,
    template: await make(live, '/v1/templates', template),
    webhook: await make(live, '/v1/webhooks', { url: 'https://hooks.example.com/in', subscribed_events: ['email.*'] }),
    workflow: await make(live, '/v1/workflows', workflow),
    broadcast: await make(live, '/v1/broadcasts', { ...news, topic_id: topic }),
    draft: await make(live, '/v1/broadcasts', { ...news, ...twoSubjects, name: 'December news', topic_id: topic }),
  }
  await live.put(`/v1/templates/${ids.template}`, { subject: 'Welcome, {{ first_name }}' })
  await live.put(`/v1/contacts/${contact}`, { first_name: 'Augusta', email_subscribed: false })
  await make(live, `/v1/broadcasts/${ids.broadcast}/send`, {})
  await untilStatus(live, email)
  await untilSms(live, sms)
  await untilFallback(test, code)
  await untilCompleted(live, ids.broadcast)
  return ids
}

const loyal = {
  all: [
    { field: 'email', operator: 'ends_with', value: '@example.com' },
    {
      any: [
        { event: 'order.paid', at_least: 2, within_days: 90 },
        { field: 'created_at', operator: 'in_last_days', value: 7 },
      ],
    },
    { not: { activity: 'opened', within_days: 30 } },
  ],
}

/** Its id; empty where it has none. */
async function make(api: Client, path: string, body?: unknown): Promise<string> {
  const answer = await api.post<{ id?: string }>(path, body)
  expect([200, 201], `${path} ${JSON.stringify(answer.body)}`).toContain(answer.status)
  return answer.body.id ?? ''
}

async function untilCompleted(api: Client, broadcast: string): Promise<void> {
  const read = () => api.get<{ state: string }>(`/v1/broadcasts/${broadcast}`)
  await vi.waitFor(async () => expect((await read()).body.state).toBe('completed'), { timeout: 20_000, interval: 50 })
}

async function untilFallback(api: Client, email: string): Promise<void> {
  const read = () => api.get<{ fallback: { state: string } }>(`/v1/emails/${email}`)
  const isSent = async () => expect((await read()).body.fallback.state).toBe('sent')
  await vi.waitFor(isSent, { timeout: 20_000, interval: 50 })
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

const ada = { email: 'ada@example.com', phone_number: '+14155552671', first_name: 'Ada', last_name: 'Lovelace' }
const readers = ['Grace', 'Edsger', 'Barbara'].map(first_name => ({
  email: `${first_name.toLowerCase()}@readers.example.com`,
  first_name,
}))
const news = {
  name: 'November news',
  from: 'Acme <news@acme.test>',
  subject: 'What is new in November',
  preview_text: 'Shared projects, and a calmer inbox',
  html: '<h1>Hello {{ contact.first_name | default: "there" }}</h1><p>Projects can be <a href="https://acme.test/sharing">shared</a> now.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  track_opens: true,
  track_clicks: true,
}
const twoSubjects = {
  ab_test: { share_percent: 20, winner_by: 'opens', wait: '4h', b: { subject: 'Projects can be shared now' } },
}
const letter = {
  from: 'Acme <hello@acme.test>',
  to: ['ada@example.com', 'grace@example.com'],
  subject: 'Welcome to Acme',
  html: '<h1>Welcome</h1><p>Good to have you here.</p><img src="https://images.example.com/hello.png" alt="A hello">',
  tags: ['welcome'],
  attachments: [{ filename: 'receipt.txt', content: btoa('One year of Acme: paid.') }],
}
const outcomes = ['ada', 'grace', 'bounced', 'complained', 'delayed'].map(name => ({
  from: 'hello@acme.test',
  to: `${name}@example.com`,
  subject: `To ${name}`,
  text: 'Hello.',
}))
/** The address bounces, so the text message is sent. */
const withFallback = {
  ...{ from: 'hello@acme.test', to: 'bounced@example.com', subject: 'Your code', text: '481 502' },
  fallback: { sms: { from: '+15005550006', to: '+14155552671', body: 'Your code is 481 502.' }, within: '10m' },
}
const template = {
  friendly_name: 'Welcome',
  subject: 'Hello {{ first_name }}',
  html: '<h1>Hello {{ first_name }}</h1>\n{% if plan %}<p>You chose {{ plan }}.</p>{% endif %}',
}
const workflow = {
  name: 'Onboarding',
  trigger_config: { type: 'contact_created' },
  workflow_definition: {
    steps: [
      { key: 'welcome', type: 'send_email', config: { from: 'hello@acme.test', subject: 'Welcome', text: 'Hello.' } },
      { key: 'wait', type: 'delay', config: { days: 1 } },
      { key: 'opened', type: 'condition', config: { field: 'steps.welcome.opened', operator: 'eq', value: true } },
      { key: 'tips', type: 'send_email', config: { from: 'hello@acme.test', subject: 'Three tips', text: 'First …' } },
    ],
    connections: [
      { from: 'welcome', to: 'wait' },
      { from: 'wait', to: 'opened' },
      { from: 'opened', to: 'tips', type: 'condition_met' },
    ],
  },
}
