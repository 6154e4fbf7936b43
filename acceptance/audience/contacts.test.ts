import { type Contact, contacts } from '@posthorn/contract/audience/contacts'
import { type Erasure, erasures } from '@posthorn/contract/audience/erasures'
import type { Suppression } from '@posthorn/contract/audience/suppressions'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import type { Page } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail, newPhoneNumber } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let api: Client
let live: Client
let elsewhere: Client

beforeAll(async () => {
  const [mine, other] = await Promise.all([createOrganization(dataDir), createOrganization(dataDir)])
  api = client(url, mine.test_key)
  live = client(url, mine.live_key)
  elsewhere = client(url, other.test_key)
})

async function create(fields: object): Promise<Contact> {
  const { status, body } = await api.post<Contact>('/v1/contacts', fields)
  expect(status, JSON.stringify(body)).toBe(201)
  expectShape(body, contacts.createContact.reply)
  return body
}

describe('creating', () => {
  test('with an email, a phone number, or both; fields that are not given are left out, and subscriptions default to true', async () => {
    const [email, phone_number] = [newEmail(), newPhoneNumber()]
    const defaults = { email_subscribed: true, sms_subscribed: true }
    const { id, created_at, updated_at, ...byEmail } = await create({ email })

    expect(byEmail).toEqual({ email, ...defaults })
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000)
    expect(updated_at).toBe(created_at)
    expect(await create({ phone_number })).toMatchObject({ phone_number, ...defaults })
    const both = { email: newEmail(), phone_number: newPhoneNumber() }
    expect(await create(both)).toMatchObject(both)
  })

  test('with every field, and reading it gives the same back', async () => {
    const fields = {
      email: newEmail(),
      phone_number: newPhoneNumber(),
      first_name: 'Zoë “Zo” 🦊',
      last_name: 'O’Néill\n',
      email_subscribed: false,
      sms_subscribed: false,
    }

    const created = await create(fields)

    expect(created).toMatchObject(fields)
    const read = await api.get<Contact>(`/v1/contacts/${created.id}`)
    expect(read.status).toBe(200)
    expect(read.body).toEqual(created)
  })

  const long = 'x'.repeat(256)
  test.each([
    ['first_name of 256', { first_name: long }],
    ['first_name of 256 emoji', { first_name: '😀'.repeat(256) }],
    ['an empty first_name', { first_name: '' }],
    ['an empty last_name', { last_name: '' }],
    ['quotes, percent and backslash', { first_name: `'"%_\\;--`, last_name: '{{7*7}}<%= x %><script>' }],
    ['constructor as plain text', { first_name: 'constructor', last_name: '__proto__' }],
  ])('takes %s as it is', async (_name, fields) => {
    expect(await create({ email: newEmail(), ...fields })).toMatchObject(fields)
  })

  test.each([
    ['neither', {}, 'body'],
    ['only a name', { first_name: 'Ada' }, 'body'],
    ['both null', { email: null, phone_number: null }, 'email'],
    ['an email that is a number', { email: 1 }, 'email'],
    ['an email in an array', { email: ['a@example.com'] }, 'email'],
    ['an empty email', { email: '' }, 'email'],
    ['an empty phone number', { phone_number: '' }, 'phone_number'],
    ['a bad email beside a good number', { email: 'a@b', phone_number: '+14155550000' }, 'email'],
    ['a null beside a good one', { email: 'ok@example.com', first_name: null }, 'first_name'],
    ['email_subscribed "yes"', { email: 'ok@example.com', email_subscribed: 'yes' }, 'email_subscribed'],
    ['email_subscribed "true"', { email: 'ok@example.com', email_subscribed: 'true' }, 'email_subscribed'],
    ['email_subscribed 1', { email: 'ok@example.com', email_subscribed: 1 }, 'email_subscribed'],
    ['sms_subscribed null', { email: 'ok@example.com', sms_subscribed: null }, 'sms_subscribed'],
    ['first_name of 257', { email: 'ok@example.com', first_name: `${long}x` }, 'first_name'],
    ['first_name with U+0000', { email: 'ok@example.com', first_name: 'a\0b' }, 'first_name'],
    ['a number as first_name', { email: 'ok@example.com', first_name: 1 }, 'first_name'],
  ])('refuses %s, names the field and stores nothing', async (_name, fields, path) => {
    const { status, body } = await api.post('/v1/contacts', fields)

    expect(status).toBe(400)
    expect(body.code).toBe('validation_error')
    const details = body.details as { path: string; message: string }[]
    expect(details.map(detail => detail.path)).toContain(path)
    for (const { message } of details) expect(message).toMatch(/\w+ \w+/)
    expect((await api.get('/v1/contacts/lookup?email=ok@example.com')).status).toBe(404)
  })

  test('ignores fields that the caller may not set', async () => {
    const email = newEmail()
    const forged = { id: randomId(), created_at: '2001-01-01T00:00:00Z', organization_id: randomId(), mode: 'live' }

    const { status, body, headers } = await api.post<Contact>('/v1/contacts', { email, ...forged })

    expect(status).toBe(201)
    expect(body.id).not.toBe(forged.id)
    expect(body.created_at).not.toMatch(/^2001/)
    expectShape(body, contacts.createContact.reply)
    expect(String(headers['x-ignored-fields']).split(', ').sort()).toEqual(Object.keys(forged).sort())
  })
})

describe('one contact per address and number', () => {
  test('the same email, in any case, or the same number is a conflict that names the existing contact', async () => {
    const fields = { email: newEmail('Ada.Lovelace'), phone_number: newPhoneNumber() }
    const { id } = await create(fields)

    for (const again of [
      { email: fields.email },
      { email: fields.email.toLowerCase() },
      { email: fields.email.toUpperCase() },
      { phone_number: fields.phone_number },
      { email: newEmail(), phone_number: fields.phone_number },
      { email: fields.email, phone_number: newPhoneNumber() },
    ]) {
      const { status, body, headers } = await api.post('/v1/contacts', again)
      expect(status).toBe(409)
      expect(body).toMatchObject({ code: 'contact_exists', details: { id } })
      expect(headers['x-should-retry']).toBe('false')
    }
    expect((await api.get<Contact>(`/v1/contacts/${id}`)).body.email, 'the case is kept').toBe(fields.email)
  })

  test('the email of one contact with the number of another is a conflict', async () => {
    const [a, b] = [await create({ email: newEmail() }), await create({ phone_number: newPhoneNumber() })]

    const { status, body } = await api.post('/v1/contacts', { email: a.email, phone_number: b.phone_number })

    expect(status).toBe(409)
    expect([a.id, b.id]).toContain(Object(body.details).id)
  })

  test('another environment and another organization can have the same', async () => {
    const fields = { email: newEmail(), phone_number: newPhoneNumber() }

    const answers = [await api.post('/v1/contacts', fields), await live.post('/v1/contacts', fields)]
    answers.push(await elsewhere.post('/v1/contacts', fields))

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  test('many at once with one address: one is created, the others are conflicts with its id', async () => {
    const email = newEmail()
    const spelled = Array.from({ length: 40 }, (_, nth) => (nth % 2 ? email : email.toUpperCase()))

    const answers = await Promise.all(spelled.map(one => api.post<Contact>('/v1/contacts', { email: one })))

    const created = answers.filter(({ status }) => status === 201)
    expect(created).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(({ status, body }) => `${status} ${Object(body).details.id}`))).toEqual(
      new Set([`409 ${created[0]?.body.id}`]),
    )
  })

  test('a deleted contact frees its address and number', async () => {
    const fields = { email: newEmail(), phone_number: newPhoneNumber() }
    const { id } = await create(fields)
    await api.delete(`/v1/contacts/${id}`)

    expect((await create(fields)).id).not.toBe(id)
  })
})

describe('looking up', () => {
  test('by email in any case, and by number, escaped or with a raw plus', async () => {
    const contact = await create({ email: newEmail('Grace+tag'), phone_number: newPhoneNumber() })
    const { email = '', phone_number = '' } = contact

    for (const query of [
      `email=${encodeURIComponent(email)}`,
      `email=${encodeURIComponent(email.toUpperCase())}`,
      `email=${email}`,
      `phone_number=${encodeURIComponent(phone_number)}`,
      `phone_number=${phone_number}`,
    ]) {
      const { status, body } = await api.get<Contact>(`/v1/contacts/lookup?${query}`)
      expect(status, query).toBe(200)
      expect(body).toEqual(contact)
    }
  })

  test.each([
    ['neither', ''],
    ['both', `email=a@example.com&phone_number=%2B14155550000`],
    ['a bad email', 'email=a@b'],
    ['an empty email', 'email='],
    ['a bad number', 'phone_number=4155550000'],
    ['a number with spaces', 'phone_number=%2B1%20415%20555'],
    ['the same name twice', 'email=a@example.com&email=b@example.com'],
    ['a U+0000', 'email=a%00@example.com'],
  ])('refuses %s', async (_name, query) => {
    const { status, body } = await api.get(`/v1/contacts/lookup?${query}`)

    expect(status).toBe(400)
    expect(body.code).toBe('validation_error')
  })

  test('one that does not exist is a 404, and lookup is never mistaken for an id', async () => {
    const { status, body } = await api.get(`/v1/contacts/lookup?email=${newEmail()}`)

    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found', details: { resource: 'contact' } })
    expect((await api.get('/v1/contacts/lookup')).status).toBe(400)
    for (const method of ['PUT', 'DELETE']) {
      const { status } = await api.ask({ method, path: '/v1/contacts/lookup', body: {} })
      expect([404, 405]).toContain(status)
    }
  })
})

describe('updating', () => {
  test('changes only the fields that are given', async () => {
    const fields = { email: newEmail(), phone_number: newPhoneNumber(), first_name: 'Ada', last_name: 'Lovelace' }
    const before = await create(fields)

    const { status, body } = await api.put<Contact>(`/v1/contacts/${before.id}`, { email_subscribed: false })

    expect(status).toBe(200)
    expectShape(body, contacts.updateContact.reply)
    expect(body).toEqual({ ...before, email_subscribed: false, updated_at: body.updated_at })
    expect(Date.parse(body.updated_at)).toBeGreaterThanOrEqual(Date.parse(before.updated_at))
    const named = await api.put<Contact>(`/v1/contacts/${before.id}`, { first_name: '', sms_subscribed: false })
    expect(named.body).toEqual({ ...body, first_name: '', sms_subscribed: false, updated_at: named.body.updated_at })
    expect((await api.get<Contact>(`/v1/contacts/${before.id}`)).body).toEqual(named.body)
  })

  test('email and phone number are ignored like any unknown field', async () => {
    const before = await create({ email: newEmail(), phone_number: newPhoneNumber() })
    const asked = { email: newEmail(), phone_number: newPhoneNumber(), first_name: 'Grace' }

    const { status, body, headers } = await api.put<Contact>(`/v1/contacts/${before.id}`, asked)

    expect(status).toBe(200)
    expect(body).toMatchObject({ email: before.email, phone_number: before.phone_number, first_name: 'Grace' })
    expect(headers['x-ignored-fields']).toBe('email, phone_number')
  })

  test('nothing to change is fine', async () => {
    const before = await create({ email: newEmail() })

    const { status, body } = await api.put<Contact>(`/v1/contacts/${before.id}`, {})

    expect(status).toBe(200)
    expect(body).toEqual(before)
  })

  test.each([
    { email_subscribed: 'yes' },
    { sms_subscribed: null },
    { first_name: 'x'.repeat(257) },
    { first_name: 7 },
    { last_name: null },
    { last_name: '\ud800' },
  ])('refuses %o and changes nothing', async fields => {
    const before = await create({ email: newEmail(), first_name: 'Ada' })

    const { status } = await api.put(`/v1/contacts/${before.id}`, { first_name: 'Changed', ...fields })

    expect(status).toBe(400)
    expect((await api.get<Contact>(`/v1/contacts/${before.id}`)).body).toEqual(before)
  })

  test('many at once on one contact: each field ends with a value that one of them sent', async () => {
    const { id } = await create({ email: newEmail() })

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        api.put<Contact>(`/v1/contacts/${id}`, nth % 2 ? { first_name: `n${nth}` } : { last_name: `n${nth}` }),
      ),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { body } = await api.get<Contact>(`/v1/contacts/${id}`)
    expect(body.first_name).toMatch(/^n\d*[13579]$/)
    expect(body.last_name).toMatch(/^n\d*[02468]$/)
  })
})

describe('deleting', () => {
  test('is permanent: it cannot be read, found, listed, changed or deleted again', async () => {
    const { id, email } = await create({ email: newEmail() })

    const { status, body } = await api.delete(`/v1/contacts/${id}`)

    expect(status).toBe(200)
    expectShape(body, contacts.deleteContact.reply)
    expect(body).toMatchObject({ success: true })
    expect((await api.get(`/v1/contacts/${id}`)).status).toBe(404)
    expect((await api.get(`/v1/contacts/lookup?email=${email}`)).status).toBe(404)
    expect((await api.put(`/v1/contacts/${id}`, { first_name: 'x' })).status).toBe(404)
    expect((await api.delete(`/v1/contacts/${id}`)).status).toBe(404)
    const page = await api.get<Page<Contact>>(`/v1/contacts?search=${email}`)
    expect(page.body.data).toEqual([])
  })

  test('many at once: one succeeds', async () => {
    const { id } = await create({ email: newEmail() })

    const answers = await Promise.all(Array.from({ length: 20 }, () => api.delete(`/v1/contacts/${id}`)))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
  })
})

test('a person is exported, then erased: the contact is gone at once, mail to them is canceled, and nothing names them', async () => {
  const email = newEmail()
  const { id } = await create({ email, first_name: 'Ada' })
  const message = { from: 'shop@acme.test', to: email, subject: `For ${email}`, text: 'Hello' }
  const sent = await api.post<{ id: string }>('/v1/emails', message)
  const later = await api.post<{ id: string }>('/v1/emails', { ...message, scheduled_for: '2090-01-01T00:00:00Z' })
  await api.post('/v1/suppressions', { email, reason: 'complaint' })

  const file = await fetch(`${url}/v1/contacts/${id}/export`, { headers: { authorization: `Bearer ${api.key}` } })
  const bytes = Buffer.from(await file.arrayBuffer())
  expect([file.status, file.headers.get('content-type'), bytes.toString('latin1', 0, 2)]).toEqual([
    200,
    'application/zip',
    'PK',
  ])
  expect(bytes.includes(`emails/${sent.body.id}.eml`)).toBe(true)

  const erasure = await api.post<Erasure>(`/v1/contacts/${id}/erase`)
  expect(erasure.status).toBe(202)
  expectShape(erasure.body, erasures.eraseContact.reply)
  expect((await api.get(`/v1/contacts/${id}`)).status).toBe(404)
  expect((await elsewhere.get(`/v1/erasures/${erasure.body.id}`)).status).toBe(404)
  const status = async () => (await api.get<Erasure>(`/v1/erasures/${erasure.body.id}`)).body.status
  await expect.poll(status, { timeout: 30_000 }).toBe('finished')

  const read = await Promise.all(
    [sent, later].map(one => api.get<{ status: string; subject: string }>(`/v1/emails/${one.body.id}`)),
  )
  expect(read.map(({ body }) => body.subject)).toEqual(['(erased)', '(erased)'])
  expect(read[1]?.body.status).toBe('canceled')
  expect(JSON.stringify(read)).not.toContain(email)
  const again = await api.post<{ suppressed_recipients: string[] }>('/v1/emails', message)
  expect(again.body.suppressed_recipients).toEqual([email])
  const list = await api.get<Page<Suppression>>(`/v1/suppressions?email=${email}`)
  expect(list.body.data).toEqual([expect.objectContaining({ erased: true, reason: 'complaint' })])
})
