import type { Contact } from '@posthorn/contract/audience/contacts'
import { expect, inject, test } from 'vitest'
import { client } from '../http-client/client.ts'
import { newEmail } from '../http-client/unique.ts'

const { url, testKey } = inject('service')
const api = client(url, testKey)
const email = { from: 'a@b.co', to: 'ada@example.com', subject: 'Hello', text: 'Hello' }

test('an unknown field is ignored, never stored, and named in the answer', async () => {
  const { status, body, headers } = await api.post<Contact>('/v1/contacts', { email: newEmail(), colour: 'red', n: 1 })

  expect(status).toBe(201)
  expect(headers['x-ignored-fields']).toBe('colour, n')
  expect(body).not.toHaveProperty('colour')
  expect((await api.get<Contact>(`/v1/contacts/${body.id}`)).body).not.toHaveProperty('colour')
})

test('an answer to a request without unknown fields does not name any', async () => {
  const { headers } = await api.post('/v1/contacts', { email: newEmail() })

  expect(headers).not.toHaveProperty('x-ignored-fields')
})

test('names that no header could carry are made harmless, and their number is limited', async () => {
  const evil = { 'a\r\nset-cookie: x=1': 1, 'ünï 🦊': 1, 'a,b': 1, [`l${'o'.repeat(5_000)}ng`]: 1 }
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, nth) => [`unheard-of ${nth}`, nth]))

  const { status, headers } = await api.post('/v1/contacts', { email: newEmail(), ...evil, ...many })

  expect(status).toBe(201)
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers['x-ignored-fields']).toMatch(/^[\x21-\x7e ]{1,4000}$/)
})

test.each([
  ['/v1/contacts', { email: newEmail(), firstName: 'Ada' }, 'firstName', 'first_name'],
  ['/v1/contacts', { email: newEmail(), first_nam: 'Ada' }, 'first_nam', 'first_name'],
  ['/v1/contacts', { email: newEmail(), 'First-Name': 'Ada' }, 'First-Name', 'first_name'],
  ['/v1/contacts', { email: newEmail(), emial_subscribed: true }, 'emial_subscribed', 'email_subscribed'],
  ['/v1/contacts', { Email: newEmail() }, 'Email', 'email'],
  ['/v1/contacts', { phonenumber: '+14155552671' }, 'phonenumber', 'phone_number'],
  ['/v1/topics', { name: 'x', isDefaultTopic: true }, 'isDefaultTopic', 'is_default_topic'],
  ['/v1/emails', { ...email, schedule_for: '2099-01-01T00:00:00Z' }, 'schedule_for', 'scheduled_for'],
  ['/v1/emails', { ...email, scheduledFor: '2099-01-01T00:00:00Z' }, 'scheduledFor', 'scheduled_for'],
  ['/v1/emails', { ...email, replyTo: 'a@b.co' }, 'replyTo', 'reply_to'],
  ['/v1/emails', { ...email, attachements: [] }, 'attachements', 'attachments'],
  ['/v1/emails/batch', [email, { ...email, schedule_for: 'x' }], '1.schedule_for', 'scheduled_for'],
  ['/v1/sms', { from: '+14155552671', to: '+14155552672', body: 'x', mediaUrls: [] }, 'mediaUrls', 'media_urls'],
])('%s: a near miss is refused with the right name: %j', async (path, body, given, meant) => {
  const answer = await api.post(path, body)

  expect(answer.status).toBe(400)
  const details = answer.body.details as { path: string; message: string }[]
  expect(details.find(fault => fault.path === given)?.message).toContain(`did you mean ${meant}?`)
})

test('a near miss in an update changes nothing', async () => {
  const { body } = await api.post<Contact>('/v1/contacts', { email: newEmail(), first_name: 'Ada' })

  const { status } = await api.put(`/v1/contacts/${body.id}`, { first_name: 'Grace', sms_subscribd: false })

  expect(status).toBe(400)
  expect((await api.get<Contact>(`/v1/contacts/${body.id}`)).body).toEqual(body)
})
