import type { ConsentEntry } from '@posthorn/contract/audience/consent'
import type { Contact } from '@posthorn/contract/audience/contacts'
import type { SignupForm } from '@posthorn/contract/audience/signup-forms'
import type { Topic } from '@posthorn/contract/audience/topics'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { ask, type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import type { Page } from '../http-client/page.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
/** Of an organization whose topics fit on one page. */
let api: Client
const site = 'https://shop.acme.test'
const wording = 'Acme may send me its news. I can unsubscribe at any time.'
let topic: Topic
let form: SignupForm
let path: string
beforeAll(async () => {
  api = client(url, (await createOrganization(dataDir)).test_key)
  const confirmation = { from: 'Acme <news@acme.test>' }
  topic = (await api.post<Topic>('/v1/topics', { name: 'Weekly news', confirm: true, confirmation })).body
  const asked = { name: 'Newsletter', wording, topic_ids: [topic.id], allowed_origins: [site] }
  form = (await api.post<SignupForm>('/v1/signup-forms', asked)).body
  path = `/signup/${form.id}`
})

const post = (body: unknown, headers: Record<string, string> = { origin: site }) =>
  ask<{ success: boolean; message: string }>(url, { method: 'POST', path, body, headers })
const typed = (values: Record<string, string>, headers: Record<string, string> = {}) =>
  ask(url, {
    ...{ method: 'POST', path, raw: new URLSearchParams(values).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const find = (email: string) => api.get<Contact>(`/v1/contacts/lookup?email=${email}`)
const consentOf = async (email: string) =>
  (await api.get<Page<ConsentEntry>>(`/v1/consent?email=${email}`)).body.data.toReversed()
const standing = async (id: string) =>
  (await api.get<Page<Topic>>(`/v1/contacts/${id}/topics?limit=100`)).body.data.filter(one => one.id === topic.id)

test('a static site signs somebody up, who gets nothing before pressing the button of the page', async () => {
  const email = newEmail()

  const answer = await post({ email, first_name: 'Ada' })

  expect(answer.headers['access-control-allow-origin']).toBe(site)
  const { body: contact } = await find(email)
  expect(contact).toMatchObject({ first_name: 'Ada', email_subscribed: false })
  expect(await standing(contact.id)).toMatchObject([{ id: topic.id, subscribed: false, pending: true }])
  const mail = await vi.waitFor(
    async () => {
      const { body } = await api.get<Page<{ id: string }>>(`/v1/emails?to=${email}`)
      expect(body.data).toHaveLength(1)
      return (await api.get(`/v1/emails/${body.data[0]?.id}/raw`)).text
    },
    { timeout: 20_000 },
  )
  const link = /\/confirm\/[\w-]+/.exec(mail.replaceAll('=\r\n', ''))?.[0] ?? ''
  const looked = await ask(url, { path: link })
  expect(looked.text).toContain('Yes, subscribe me')
  expect(await standing(contact.id)).toMatchObject([{ subscribed: false }])

  const pressed = await ask(url, { method: 'POST', path: link, raw: '' })

  expect(pressed.text).toContain('You are subscribed.')
  expect(await standing(contact.id)).toMatchObject([{ subscribed: true }])
  expect((await find(email)).body.email_subscribed).toBe(true)
  const entries = await consentOf(email)
  expect(entries.map(({ scope, action, method }) => `${scope} ${action} ${method}`)).toEqual([
    'channel withdrawn form',
    'topic requested form',
    'channel given confirmation_link',
    'topic given confirmation_link',
  ])
  expect(entries[1]).toMatchObject({
    source_id: form.id,
    wording,
    ip_address: expect.stringMatching(/127\.0\.0\.1|::1/),
  })
  const again = await post({ email, first_name: 'Eve' })
  expect([again.status, again.body]).toEqual([answer.status, answer.body])
  expect((await find(email)).body.first_name, 'a stranger changes nobody').toBe('Ada')
})

test('the page of the form posts to itself, and a browser is sent where the form says', async () => {
  const page = await ask(url, { path })
  expect(page.text).toContain('Newsletter')
  expect(page.text).toContain(wording)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")

  const done = await typed({ email: newEmail() }, { origin: 'null', 'sec-fetch-site': 'same-origin' })
  // People see a page, also when something is wrong.
  const wrong = await fetch(url + path, { method: 'POST', body: new URLSearchParams({ email: 'nobody' }) })
  await api.put(`/v1/signup-forms/${form.id}`, { redirect_url: 'https://shop.acme.test/thanks' })
  const sent = await typed({ email: newEmail() }, { origin: site })

  expect([done.status, done.text.includes('Thank you.')]).toEqual([200, true])
  const again = await wrong.text()
  expect([wrong.status, again.includes('Email must be an email address.')]).toEqual([400, true])
  expect(again, 'what was typed').toContain('value="nobody"')
  expect([sent.status, sent.headers.location]).toEqual([303, 'https://shop.acme.test/thanks'])
})

test('the target may contain letters of any script', async () => {
  const asked = { name: 'Letters', wording, redirect_url: 'https://münchen.test/中?ü=ä' }
  const { body } = await api.post<SignupForm>('/v1/signup-forms', asked)
  const typedThere = { method: 'POST', body: new URLSearchParams({ email: newEmail() }), redirect: 'manual' } as const

  const sent = await fetch(`${url}/signup/${body.id}`, typedThere)

  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    'https://xn--mnchen-3ya.test/%E4%B8%AD?%C3%BC=%C3%A4',
  ])
})

test('the page posts to itself also where browsers do not report the same site: over plain HTTP', async () => {
  const page = await ask(url, { path })
  const done = await typed({ email: newEmail() }, { origin: new URL(url).origin })

  // With no-referrer, a browser would send "Origin: null", like any page in a sandbox.
  expect(page.headers['referrer-policy']).toBe('same-origin')
  expect(done.status).toBeLessThan(400)
})

test('another site is refused, and gets no CORS headers', async () => {
  const email = newEmail()
  const foreign = await post({ email }, { origin: 'https://evil.test' })
  const asked = { method: 'OPTIONS', path }
  const allowed = await ask(url, { ...asked, headers: { origin: site, 'access-control-request-method': 'POST' } })
  const refused = await ask(url, { ...asked, headers: { origin: 'https://evil.test' } })

  expect(foreign.status).toBe(403)
  expect((await find(email)).status).toBe(404)
  expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': site, 'access-control-allow-methods': 'POST' })
  expect([foreign, refused].map(one => one.headers['access-control-allow-origin'])).toEqual([undefined, undefined])
})

test.each([
  ['a header in a name', { email: 'a@example.com', first_name: 'Ada\r\nBcc: eve@example.com' }, 400],
  ['a list of addresses', { email: ['a@example.com', 'b@example.com'] }, 400],
  ['a wrong type', { email: { $ne: null } }, 400],
  ['a list', [], 400],
  ['too much', { email: 'a@example.com', first_name: 'x'.repeat(20_000) }, 413],
])('%s is refused', async (_, body, status) => {
  expect((await post(body)).status).toBe(status)
})

test('a program that fills in hidden fields is thanked, and nothing happens', async () => {
  const email = newEmail()
  const answer = await post({ email, company_website: 'https://spam.test' })

  expect(answer.body).toEqual((await post({ email: newEmail() })).body)
  expect((await find(email)).status).toBe(404)
})

test('an unknown form, a deleted one, and a body of another kind', async () => {
  const { body } = await api.post<SignupForm>('/v1/signup-forms', { name: 'Old', wording })
  await api.delete(`/v1/signup-forms/${body.id}`)
  const statusOf = async (id: string) => {
    const page = await fetch(`${url}/signup/${id}`)
    expect(await page.text()).toContain('This form does not exist')
    return page.status
  }
  const plain = await ask(url, { method: 'POST', path, raw: 'x', headers: { 'content-type': 'text/plain' } })

  expect([await statusOf(body.id), await statusOf(randomId()), await statusOf('x'), plain.status]).toEqual([
    404, 404, 404, 415,
  ])
  expect(plain.text).toContain('application/x-www-form-urlencoded or application/json')
})

test('an address is signed up a few times, and then has to wait, known or not', async () => {
  const email = newEmail()
  const statuses: number[] = []
  for (let nth = 0; nth < 8; nth++) statuses.push((await post({ email })).status)

  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
  expect(statuses).toContain(429)
})
