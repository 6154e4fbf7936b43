import { type Contact, contacts } from '@posthorn/contract/audience/contacts'
import { type Topic, topics } from '@posthorn/contract/audience/topics'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { type Page, readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newPhoneNumber, newWord } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let api: Client
let live: Client
let everyone: Contact[]
let topic: Topic

const count = 230

beforeAll(async () => {
  const organization = await createOrganization(dataDir)
  api = client(url, organization.test_key)
  live = client(url, organization.live_key)
  everyone = await createMany(api, count)
  topic = (await api.post<Topic>('/v1/topics', { name: 'Some of them' })).body
  await Promise.all(everyone.slice(0, 30).map(({ id }) => api.post(`/v1/contacts/${id}/topics/${topic.id}`)))
})

/** Different in everything that a list can be filtered by. */
const createMany = (to: Client, many: number, word = newWord()) =>
  Promise.all(
    Array.from({ length: many }, async (_, nth) => {
      const { status, body } = await to.post<Contact>('/v1/contacts', {
        email: `n${nth}.${word}@example.com`,
        email_subscribed: nth % 2 === 0,
        sms_subscribed: nth % 3 === 0,
        ...(nth % 5 === 0 && { first_name: `Fünf ${nth}`, last_name: '100%_\\' }),
        ...(nth % 50 === 0 && { phone_number: newPhoneNumber() }),
      })
      expect(status).toBe(201)
      return body
    }),
  )

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe('pages', () => {
  test.each([1, 7, 20, 99, 100])('of %i contain everything once, newest first', async limit => {
    const read = await readAll<Contact>(api, `/v1/contacts?limit=${limit}`)

    expect(read).toHaveLength(count)
    expect(ids(read).toSorted()).toEqual(ids(everyone).toSorted())
    const times = read.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('contain 20 by default, and show contacts as reading one does', async () => {
    const { status, body } = await api.get<Page<Contact>>('/v1/contacts')

    expect(status).toBe(200)
    expect(body.data).toHaveLength(20)
    expectShape(body, contacts.listContacts.reply)
    const [first] = body.data
    expect((await api.get<Contact>(`/v1/contacts/${first?.id}`)).body).toEqual(first)
  })

  test('the last one has no cursor, also when it is full, and an empty list is a page', async () => {
    const five = everyone.slice(0, 5).map(({ email }) => email)
    const full = await api.get<Page<Contact>>(`/v1/contacts?limit=1&search=${five[0]}`)
    const none = await api.get<Page<Contact>>(`/v1/contacts?search=${newWord()}`)

    expect(full.body).toEqual({ data: [expect.objectContaining({ email: five[0] })], has_more: false })
    expect(none.body).toEqual({ data: [], has_more: false })
  })

  test('nothing twice and nothing missing while rows are added and removed', async () => {
    const word = newWord()
    const before = await createMany(live, 150, word)
    const extras = await createMany(live, 20, `${word}x`)

    const read = await readAll<Contact>(live, '/v1/contacts?limit=20', async () => {
      await createMany(live, 15)
      const gone = extras.pop()
      if (gone) await live.delete(`/v1/contacts/${gone.id}`)
    })

    expect(new Set(ids(read)).size, 'none twice').toBe(read.length)
    expect(
      ids(before).filter(id => !ids(read).includes(id)),
      'none of the old ones missing',
    ).toEqual([])
  })

  test.each(['0', '-1', '101', '1e9', 'abc', '', '1.5', 'NaN', '99999999999999999999', 'null', 'true'])(
    'limit=%j is refused',
    async limit => {
      for (const path of ['/v1/contacts', '/v1/topics', '/v1/emails', '/v1/sms', '/v1/workflows']) {
        const { status, body } = await api.get(`${path}?limit=${encodeURIComponent(limit)}`)
        expect(status, path).toBe(400)
        expect(body).toMatchObject({ code: 'validation_error', details: [{ path: 'limit' }] })
      }
    },
  )

  test('limit given twice is refused', async () => {
    expect((await api.get('/v1/contacts?limit=1&limit=2')).status).toBe(400)
  })
})

describe('filters', () => {
  const sorted = (list: readonly Contact[]) => ids(list).toSorted()
  const those = (matches: (contact: Contact) => boolean) => sorted(everyone.filter(matches))

  test('by subscription, alone and together', async () => {
    const list = async (query: string) => sorted(await readAll<Contact>(api, `/v1/contacts?limit=100&${query}`))

    expect(await list('email_subscribed=true')).toEqual(those(one => one.email_subscribed))
    expect(await list('email_subscribed=false')).toEqual(those(one => !one.email_subscribed))
    expect(await list('sms_subscribed=false')).toEqual(those(one => !one.sms_subscribed))
    expect(await list('email_subscribed=false&sms_subscribed=true')).toEqual(
      those(one => !one.email_subscribed && one.sms_subscribed),
    )
  })

  test('by topic, and an unknown one has no contacts', async () => {
    const list = async (id: string) => sorted(await readAll<Contact>(api, `/v1/contacts?limit=7&topic_id=${id}`))

    expect(await list(topic.id)).toEqual(sorted(everyone.slice(0, 30)))
    expect(await list(randomId())).toEqual([])
    expect(await list('nonsense')).toEqual([])
    expect(await list(`${topic.id}'--`)).toEqual([])
  })

  test('by part of an address, a number or a name, in any case', async () => {
    const list = async (text: string) =>
      sorted(await readAll<Contact>(api, `/v1/contacts?limit=100&search=${encodeURIComponent(text)}`))
    const withNumber = everyone.find(one => one.phone_number)

    expect(await list('N13.')).toEqual(those(({ email = '' }) => email.startsWith('n13.')))
    expect(await list('fünf')).toEqual(those(one => one.first_name !== undefined))
    expect(await list('FÜNF 15')).toEqual(those(one => /^Fünf 15/.test(one.first_name ?? '')))
    expect(await list(withNumber?.phone_number?.slice(1, 9) ?? '')).toContain(withNumber?.id)
    expect(await list('100%_\\'), 'wildcards of LIKE stand for themselves').toEqual(
      those(one => one.last_name !== undefined),
    )
    expect(await list('1_0%')).toEqual([])
    expect(await list("' or 1=1 --")).toEqual([])
  })

  test.each(['email_subscribed=yes', 'email_subscribed=1x', 'sms_subscribed=', 'search=', `search=${'x'.repeat(257)}`])(
    '%s is refused',
    async query => {
      const { status, body } = await api.get(`/v1/contacts?${query}`)
      expect(status).toBe(400)
      expect(body.code).toBe('validation_error')
    },
  )

  test('an unknown parameter is ignored and named, a near miss is refused', async () => {
    const ignored = await api.get('/v1/contacts?colour=red')
    const nearMiss = await api.get('/v1/contacts?email_subscribd=true')

    expect([ignored.status, ignored.headers['x-ignored-fields']]).toEqual([200, 'colour'])
    expect(nearMiss.status).toBe(400)
    expect(JSON.stringify(nearMiss.body.details)).toContain('email_subscribed')
  })
})

describe('a cursor', () => {
  async function firstCursor(path: string): Promise<string> {
    const { body } = await api.get<Page<Contact>>(path)
    expect(body.next_cursor).toMatch(/./)
    return encodeURIComponent(body.next_cursor ?? '')
  }
  async function expectInvalid(path: string, as = api) {
    const { status, body } = await as.get(path)
    expect(status, path).toBe(400)
    expect(body.code, path).toBe('invalid_cursor')
  }

  test('belongs to its filters', async () => {
    const cursor = await firstCursor('/v1/contacts?limit=2&email_subscribed=true')

    expect((await api.get(`/v1/contacts?email_subscribed=true&cursor=${cursor}`)).status, 'another limit is fine').toBe(
      200,
    )
    await expectInvalid(`/v1/contacts?cursor=${cursor}`)
    await expectInvalid(`/v1/contacts?email_subscribed=false&cursor=${cursor}`)
    await expectInvalid(`/v1/contacts?email_subscribed=true&sms_subscribed=true&cursor=${cursor}`)
    await expectInvalid(`/v1/contacts?email_subscribed=true&search=a&cursor=${cursor}`)
  })

  test('belongs to its list and its environment', async () => {
    const cursor = await firstCursor('/v1/contacts?limit=2')

    await expectInvalid(`/v1/topics?cursor=${cursor}`)
    await expectInvalid(`/v1/contacts?cursor=${cursor}`, live)
  })

  test('that is made up or changed is refused', async () => {
    const cursor = await firstCursor('/v1/contacts?limit=2')
    const flip = (at: number) => `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`
    const changed = Array.from({ length: cursor.length }, (_, at) => flip(at))

    for (const bad of [...changed, `${cursor}A`, cursor.slice(1), `${cursor}%3D`, 'x', '', randomId(), "'--", '{}']) {
      await expectInvalid(`/v1/contacts?cursor=${bad}`)
    }
  })

  test('leads on even when its row is gone', async () => {
    const word = newWord()
    const some = await createMany(live, 4, word)
    const first = await live.get<Page<Contact>>(`/v1/contacts?limit=2&search=${word}`)
    await live.delete(`/v1/contacts/${first.body.data[1]?.id}`)

    const rest = await live.get<Page<Contact>>(`/v1/contacts?limit=2&search=${word}&cursor=${first.body.next_cursor}`)

    expect(ids([...first.body.data, ...rest.body.data]).toSorted()).toEqual(ids(some).toSorted())
  })
})

test('topics are listed in pages, too', async () => {
  const created = await Promise.all(
    Array.from({ length: 25 }, (_, nth) => live.post<Topic>('/v1/topics', { name: `Topic ${nth}` })),
  )

  const read = await readAll<Topic>(live, '/v1/topics?limit=10')

  expect(ids(read).toSorted()).toEqual(ids(created.map(({ body }) => body)).toSorted())
  const { body } = await live.get<Page<Topic>>('/v1/topics')
  expect(body.data).toHaveLength(20)
  expectShape(body, topics.listTopics.reply)
})

test('a parameter that is ignored does not bind a cursor', async () => {
  await createMany(live, 3, newWord())
  const first = await live.get<Page<Contact>>('/v1/contacts?limit=1&_=1')

  const second = await live.get<Page<Contact>>(`/v1/contacts?limit=1&_=2&cursor=${first.body.next_cursor}`)

  expect(second.status).toBe(200)
})
