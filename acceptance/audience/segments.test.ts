import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Segment, SegmentExplanation } from '@posthorn/contract/segments/segments'
import { expect, inject, test } from 'vitest'
import { client } from '../http-client/client.ts'
import { newEmail, newWord } from '../http-client/unique.ts'

const { url, liveKey } = inject('service')
const api = client(url, liveKey)

type List = { data: Contact[] }

test('a contact who did something often enough is in the segment: counted, listed, filtered by and explained', async () => {
  const event = `order.e${newWord()}`
  const { body: ada } = await api.post<Contact>('/v1/contacts', { email: newEmail() })
  const { body: bob } = await api.post<Contact>('/v1/contacts', { email: newEmail() })
  for (const id of [ada.id, ada.id, bob.id]) await api.post(`/v1/contacts/${id}/events`, { event })
  const filter = { all: [{ event, at_least: 2, within_days: 30 }, { not: { activity: 'bounced' } }] }

  const preview = await api.post('/v1/segments/preview', { filter })
  expect(preview.body).toMatchObject({ count: 1, is_exact: true, sample: [{ id: ada.id }] })
  const { status, body: segment } = await api.post<Segment>('/v1/segments', { name: newWord(), filter })
  expect({ status, body: segment }).toMatchObject({ status: 201, body: { type: 'dynamic', filter } })

  for (const path of [`/v1/segments/${segment.id}/contacts`, `/v1/contacts?segment_id=${segment.id}`])
    expect((await api.get<List>(path)).body.data.map(({ id }) => id)).toEqual([ada.id])
  const { body: why } = await api.get<SegmentExplanation>(`/v1/segments/${segment.id}/contacts/${bob.id}/explain`)
  expect(why).toMatchObject({ is_member: false, conditions: [{}, { has: 'once', is_met: false }, {}, {}] })
})

test('an invalid filter is refused with what to change', async () => {
  const wrong = async (filter: object) => {
    const { status, body } = await api.post<{ details: { path: string; message: string }[] }>('/v1/segments', {
      ...{ name: newWord(), filter },
    })
    expect(status).toBe(400)
    return body.details.map(({ path, message }) => `${path} ${message}`)
  }

  expect(await wrong({ topic: 'x' })).toEqual([expect.stringMatching(/^filter(\.topic)? /)])
  expect(await wrong({ event: 'order.paid', topic_id: 'x' })).toEqual([
    'filter needs exactly one of all, any, not, field with operator, topic_id, segment_id, event and activity',
  ])
  expect(await wrong({ all: [] })).toEqual([expect.stringMatching(/^filter.all /)])
  expect(await wrong({ field: 'email', operator: 'is' })).toEqual([
    expect.stringMatching(/^filter.operator must be one of/),
  ])
})
