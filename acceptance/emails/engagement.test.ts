/** From a template to what its reader does: filled in, opened, clicked, unsubscribed, and counted. */
import type { Analytics } from '@posthorn/contract/account'
import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Branding } from '@posthorn/contract/console/branding'
import type { RenderedTemplate, Template } from '@posthorn/contract/messages/templates'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { visitor } from '../http-client/console-visitor.ts'
import { readMessage, textOf } from '../http-client/mime.ts'
import { newEmail, newWord } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { eventTypes, faultyPaths, hello, readEmail, send, untilStatus } from './sending.ts'

const { url, dataDir, ownerCookies } = inject('service')
let live: Client
beforeAll(async () => {
  live = client(url, (await createOrganization(dataDir, 'pro')).live_key)
})

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const visit = (address: string, init: RequestInit = {}) =>
  fetch(address, { redirect: 'manual', headers: { 'user-agent': agent }, ...init })

/** The message as it would have left, and its parts. */
async function messageOf(id: string, api = live) {
  await untilStatus(api, id)
  return readMessage((await api.get(`/v1/emails/${id}/raw`)).text)
}
const htmlOf = async (id: string) => textOf(await messageOf(id), 'text/html') ?? ''
const linksIn = (html: string): string[] => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(match => match[1] ?? '')

async function createTemplate(fields: object): Promise<Template> {
  const { status, body } = await live.post<Template>('/v1/templates', { friendly_name: newWord(), ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

test('an email is made from a template, its variables and the contact it goes to', async () => {
  const email = newEmail()
  await live.post('/v1/contacts', { email, first_name: 'Ada' })
  const { id: template_id, friendly_name } = await createTemplate({
    subject: 'Order {{ order.id }}',
    html: '<p>Hello {{ contact.first_name }}, {{ note | default: "thank you" }} <b>{{ order.id }}</b></p>',
  })
  const variables = { order: { id: '<42>' } }
  const base = { from: hello.from, to: email, variables }

  const byId = await send(live, { ...base, text: undefined, subject: undefined, template_id })
  const byName = await send(live, {
    ...{ ...base, text: undefined, subject: 'Mine' },
    template_friendly_name: friendly_name.toUpperCase(),
  })

  const detail = await untilStatus(live, byId.id)
  expect(detail.subject).toBe('Order <42>')
  expect(detail.html).toBe('<p>Hello Ada, thank you <b>&lt;42&gt;</b></p>')
  expect((await readEmail(live, byName.id)).subject).toBe('Mine')
})

test('every missing variable is named, and nothing is sent or charged', async () => {
  const { id: template_id } = await createTemplate({ subject: '{{ a }}', text: '{{ b.c }} {{ d | default: 1 }}' })
  const asked = { from: hello.from, to: 'ada@example.com', template_id }

  const one = await live.post('/v1/emails', asked)
  const batch = await live.post('/v1/emails/batch', [hello, asked])
  const preview = await live.post<RenderedTemplate>(`/v1/templates/${template_id}/render`, {
    variables: { a: 'A', b: { c: 'C' } },
  })

  expect([one.status, one.body.code, faultyPaths(one).toSorted()]).toEqual([
    400,
    'missing_variable',
    ['variables.a', 'variables.b.c'],
  ])
  expect(faultyPaths(batch).toSorted()).toEqual(['1.variables.a', '1.variables.b.c'])
  expect(preview.body).toMatchObject({ subject: 'A', text: 'C 1' })
})

const tracked = {
  html: '<p><a href="https://acme.test/a?b=1&amp;c=2">Go</a> <a href="mailto:x@acme.test">Write</a> <a data-track="off" href="https://acme.test/off">Off</a></p>',
  text: undefined,
  track_opens: true,
  track_clicks: true,
}

test('opens and clicks of each recipient are counted, and a link leads to its original target', async () => {
  const { id } = await send(live, { ...tracked, to: [newEmail()] })
  const html = await htmlOf(id)
  const links = linksIn(html)
  const click = links.find(link => link.includes('/t/c/')) ?? ''
  const pixel = links.find(link => link.includes('/t/o/')) ?? ''
  expect(links).toContain('mailto:x@acme.test')
  expect(links).toContain('https://acme.test/off')

  const opened = await visit(pixel)
  const clicked = await visit(click)
  await visit(click, { method: 'HEAD' })
  const forged = await visit(`${click.slice(0, -3)}AAA`)

  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/gif'])
  expect([clicked.status, clicked.headers.get('location')]).toEqual([302, 'https://acme.test/a?b=1&c=2'])
  expect([forged.status, forged.headers.get('location')]).toEqual([404, null])
  const email = await vi.waitFor(async () => {
    const found = await readEmail(live, id)
    expect([found.open_count, found.click_count]).toEqual([1, 1])
    return found
  })
  const event = email.events.find(({ type }) => type === 'clicked')
  expect(event?.data).toMatchObject({ link: 'https://acme.test/a?b=1&c=2', user_agent: agent })
  expect(email.opened_at).not.toBeNull()
})

test('an open by a machine is counted, and marked as one', async () => {
  const { id } = await send(live, { ...tracked, to: newEmail() })
  const html = await htmlOf(id)
  const pixel = linksIn(html).find(link => link.includes('/t/o/')) ?? ''

  await visit(pixel, { headers: { 'user-agent': 'curl/8.5.0' } })

  await vi.waitFor(async () => {
    const { open_count, human_open_count, events } = await readEmail(live, id)
    expect([open_count, human_open_count]).toEqual([1, 0])
    expect(events.find(({ type }) => type === 'opened')?.data.by).toBe('machine')
  })
})

test('after one click on unsubscribe the reader gets no more broadcasts, at once', async () => {
  const email = newEmail()
  const { id } = await send(live, { to: email, message_stream: 'broadcast' })
  const message = await messageOf(id)
  const address = /<(http[^>]+)>/.exec(message.header('List-Unsubscribe') ?? '')?.[1] ?? ''
  expect(message.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')

  const looked = await visit(address)
  expect([looked.status, (await looked.text()).includes(email)]).toEqual([200, true])
  expect((await send(live, { to: email, message_stream: 'broadcast' })).suppressed_recipients).toEqual([])

  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), new FormData()]) {
    const answer = await visit(address, { method: 'POST', body })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
  }

  expect((await send(live, { to: email, message_stream: 'broadcast' })).suppressed_recipients).toEqual([email])
  expect((await send(live, { to: email })).suppressed_recipients).toEqual([])
  expect(eventTypes(await readEmail(live, id)).filter(type => type === 'unsubscribed')).toHaveLength(1)
  const { body } = await live.get<Contact>(`/v1/contacts/lookup?email=${encodeURIComponent(email)}`)
  expect(body.email_subscribed).toBe(false)
  expect((await visit(`${address.slice(0, -4)}BBBB`, { method: 'POST' })).status).toBe(404)
})

test('on the page a reader chooses topics, leaves everything, and comes back', async () => {
  const email = newEmail()
  const topic = await live.post<{ id: string }>('/v1/topics', { name: newWord() })
  const contact = await live.post<Contact>('/v1/contacts', { email })
  await live.post(`/v1/contacts/${contact.body.id}/topics/${topic.body.id}`)
  const { id: template_id } = await createTemplate({
    subject: 'News',
    html: '<a href="{{ unsubscribe_url }}">Leave</a> <a href="{{ preferences_url }}">Choose</a>',
  })
  const asked = { from: hello.from, text: undefined, subject: undefined, to: email, template_id, track_clicks: true }
  const html = await htmlOf((await send(live, asked)).id)
  const [page = ''] = linksIn(html)
  const toTopic = { to: email, message_stream: 'broadcast', topic_id: topic.body.id }
  const choose = (fields: Record<string, string>) =>
    visit(page, { method: 'POST', body: new URLSearchParams({ from: 'page', ...fields }) })
  const isOut = async () => (await send(live, toTopic)).suppressed_recipients.length === 1

  expect(await isOut()).toBe(false)
  expect((await choose({ do: 'save' })).status).toBe(200)
  expect(await isOut()).toBe(true)
  await choose({ do: 'save', topic: topic.body.id })
  expect(await isOut()).toBe(false)
  await choose({ do: 'nothing' })
  expect(await isOut()).toBe(true)
  const back = await choose({ do: 'back' })
  expect(await back.text()).toContain('again.</h1>')
  expect(await isOut()).toBe(false)
})

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a reader sees the logo and words of the organization, leaves its topic with one button, and undoes that', async () => {
  const owner = visitor(url, {}, new Map(ownerCookies))
  const made = await owner.post<{ id: string }>('/console/organizations', { name: 'Acme' })
  const there = owner.at({ organization: made.body.id })
  const { body: brand } = await there.patch<Branding>('/console/branding', {
    ...{ name: 'The Acme Letter', color: '#FFD400', unsubscribe_words: 'Once a month & no more.', logo: onePixel },
  })
  const asked = { name: 'Reader', permissions: ['emails:send', 'emails:read', 'contacts:write', 'topics:write'] }
  const own = client(url, (await there.post<{ key: string }>('/console/keys', asked)).body.key)
  const topic = await own.post<{ id: string }>('/v1/topics', { name: 'News <b>' })
  const contact = await own.post<Contact>('/v1/contacts', { email: newEmail() })
  await own.post(`/v1/contacts/${contact.body.id}/topics/${topic.body.id}`)
  const sendNews = () => send(own, { to: contact.body.email, message_stream: 'broadcast', topic_id: topic.body.id })
  const message = await messageOf((await sendNews()).id, own)
  const address = /<(http[^>]+)>/.exec(message.header('List-Unsubscribe') ?? '')?.[1] ?? ''

  const page = await (await visit(address)).text()
  const logo = await visit(url + brand.logo?.path)

  expect(page).toContain('<button name="do" value="left-topic" class="main">Unsubscribe from News &lt;b&gt;</button>')
  expect(page).toContain('<p>Once a month &amp; no more.</p>')
  expect(page).toContain(`<img src="${brand.logo?.path}" width="1" height="1" alt="The Acme Letter">`)
  expect([logo.status, logo.headers.get('content-type'), logo.headers.get('x-content-type-options')]).toEqual([
    ...[200, 'image/png', 'nosniff'],
  ])
  const press = async (action: string) =>
    (await visit(address, { method: 'POST', body: new URLSearchParams({ from: 'page', do: action }) })).text()
  expect(await press('left-topic')).toContain('You are unsubscribed from News &lt;b&gt;.')
  expect((await sendNews()).suppressed_recipients).toEqual([contact.body.email])
  await press('joined-topic')
  expect((await sendNews()).suppressed_recipients).toEqual([])
  // Only a button that says so subscribes a reader again.
  await press('left')
  for (const unknown of ['', 'subscribe'])
    expect(await press(unknown)).toContain('You are unsubscribed from everything.')
  expect((await sendNews()).suppressed_recipients).toEqual([contact.body.email])
  await press('came-back')
  expect((await sendNews()).suppressed_recipients).toEqual([])
})

test('the figures match the emails', async () => {
  // In test mode: live email does not leave this service, and captured email counts in no figure.
  const own = client(url, (await createOrganization(dataDir, 'pro')).test_key)
  const tag = newWord()
  const ids = [await send(own, { tags: [tag] }), await send(own, { to: [newEmail(), newEmail()] })].map(({ id }) => id)
  for (const id of ids) await untilStatus(own, id)

  const all = await own.get<Analytics>('/v1/analytics?granularity=day')
  const tagged = await own.get<Analytics>(`/v1/analytics?tag=${tag}`)

  expect(all.body.stats).toMatchObject({
    ...{ emails_sent: 2, recipients_reached: 3, emails_delivered: 2, recipients_delivered: 3, delivery_rate: 1 },
    ...{ emails_opened: 0, open_rate: 0, emails_bounced: 0, bounce_rate: 0 },
  })
  expect(all.body.series).toHaveLength(1)
  expect(tagged.body.stats).toMatchObject({ emails_sent: 1, recipients_reached: 1 })
})
