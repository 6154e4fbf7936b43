import {
  suppressionReasons,
  suppressions,
  type Suppression as WireSuppression,
} from '@posthorn/contract/audience/suppressions'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { type Page, readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail, newWord } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let api: Client
/** All others: the owner's other environment, and another organization. */
let others: Client[]

beforeAll(async () => {
  const [mine, theirs] = await Promise.all([createOrganization(dataDir), createOrganization(dataDir)])
  api = client(url, mine.live_key)
  others = [client(url, mine.test_key), client(url, theirs.live_key)]
})

/** No entry is erased here: every entry has its address. */
type Suppression = WireSuppression & { email: string }

async function suppress(fields: object, as = api): Promise<Suppression> {
  const { status, body } = await as.post<Suppression>('/v1/suppressions', fields)
  expect(status, JSON.stringify(body)).toBe(200)
  expectShape(body, suppressions.createSuppression.reply)
  return body
}
const find = async (email: string, as = api) =>
  (await as.get<Page<Suppression>>(`/v1/suppressions?email=${encodeURIComponent(email)}`)).body.data
const pathOf = (idOrEmail: string) => `/v1/suppressions/${encodeURIComponent(idOrEmail)}`

describe('suppressing', () => {
  test('an address by hand, and the list shows it as it was given', async () => {
    const email = newEmail('Ada')

    const { id, created_at, ...rest } = await suppress({ email })

    expect(rest).toEqual({ email, reason: 'manual' })
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await find(email)).toEqual([{ id, created_at, ...rest }])
  })

  test.each(suppressionReasons)('an address for the reason %s', async reason => {
    expect((await suppress({ email: newEmail(), reason })).reason).toBe(reason)
  })

  test('an existing address, in any case, changes nothing', async () => {
    const email = newEmail()
    const first = await suppress({ email, reason: 'unsubscribe' })

    const again = await suppress({ email: email.toUpperCase(), reason: 'manual' })

    expect(again).toEqual(first)
    expect(await find(email.toUpperCase())).toEqual([first])
  })

  test('one address 50 times at once makes one entry', async () => {
    const email = newEmail()

    const answers = await Promise.all(Array.from({ length: 50 }, () => suppress({ email })))

    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await find(email)).toEqual([answers[0]])
  })

  test('with an Idempotency-Key: the same request is a replay, another request is refused', async () => {
    const [email, headers] = [newEmail(), { 'idempotency-key': newWord() }]
    const first = await api.post<Suppression>('/v1/suppressions', { email }, headers)
    await api.delete(pathOf(email))

    const again = await api.post<Suppression>('/v1/suppressions', { email }, headers)
    const other = await api.post('/v1/suppressions', { email: newEmail() }, headers)

    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body])
    expect([other.status, other.body.code]).toEqual([409, 'invalid_idempotent_request'])
    expect(await find(email)).toEqual([])
  })

  test.each([
    ['no address', {}, 'email'],
    ['null as address', { email: null }, 'email'],
    ['a name with the address', { email: 'Ada <ada@example.com>' }, 'email'],
    ['no domain', { email: 'ada' }, 'email'],
    ['an unknown reason', { email: 'ada@example.com', reason: 'spam' }, 'reason'],
    ['null as reason', { email: 'ada@example.com', reason: null }, 'reason'],
  ])('refuses %s', async (_name, fields, path) => {
    const { status, body } = await api.post('/v1/suppressions', fields)

    expect(status).toBe(400)
    expect(body.code).toBe('validation_error')
    expect(body.details).toContainEqual(expect.objectContaining({ path }))
  })

  test('fields that only the service may set are ignored', async () => {
    const fields = { email: newEmail(), id: randomId(), email_id: randomId(), created_at: '2020-01-01T00:00:00Z' }

    const made = await suppress(fields)

    expect(made.id).not.toBe(fields.id)
    expect(made.email_id).toBeUndefined()
    expect(made.created_at).not.toMatch(/^2020/)
  })
})

describe('taking off the list', () => {
  test.each([
    ['by id', ({ id }: Suppression) => id],
    ['by address', ({ email }: Suppression) => email],
    ['by address in another case', ({ email }: Suppression) => email.toUpperCase()],
  ])('%s, once, and the address may be suppressed again', async (_name, nameOf) => {
    const email = newEmail("o'hara+a/b%c?d#e")
    const made = await suppress({ email })

    const { status, body } = await api.delete(pathOf(nameOf(made)))

    expect(status).toBe(200)
    expectShape(body, suppressions.deleteSuppression.reply)
    expect(body).toMatchObject({ success: true })
    expect(await find(email)).toEqual([])
    expect((await api.delete(pathOf(nameOf(made)))).status).toBe(404)
    expect((await suppress({ email })).id).not.toBe(made.id)
  })

  test('an unknown entry is a 404', async () => {
    for (const name of [randomId(), newEmail(), 'nonsense', 'a@b', '\u0000', `a\u0000${newEmail()}`]) {
      const { status, body } = await api.delete(pathOf(name))
      expect(status, name).toBe(404)
      expect(body).toMatchObject({ code: 'not_found', details: { resource: 'suppression' } })
    }
  })
})

test('another environment and another organization see nothing, remove nothing and have their own list', async () => {
  const made = await suppress({ email: newEmail() })

  for (const other of others) {
    expect(await find(made.email, other)).toEqual([])
    for (const name of [made.id, made.email]) expect((await other.delete(pathOf(name))).status).toBe(404)
    expect((await suppress({ email: made.email }, other)).id).not.toBe(made.id)
    expect((await other.delete(pathOf(made.email))).status).toBe(200)
  }
  expect(await find(made.email)).toEqual([made])
})

describe('the list', () => {
  let own: Client
  let made: Suppression[]
  beforeAll(async () => {
    own = client(url, (await createOrganization(dataDir)).test_key)
    const add = (nth: number) => suppress({ email: newEmail(), reason: suppressionReasons[nth % 4] }, own)
    made = await Promise.all(Array.from({ length: 45 }, (_, nth) => add(nth)))
  })
  const ids = (list: readonly Suppression[]) => list.map(({ id }) => id).toSorted()
  const those = (matches: (one: Suppression) => boolean) => ids(made.filter(matches))
  const read = (query: string) => readAll<Suppression>(own, `/v1/suppressions?limit=10&${query}`)

  test('comes in pages, newest first, each entry once', async () => {
    const all = await read('')

    expect(ids(all)).toEqual(ids(made))
    const times = all.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    const { body } = await own.get<Page<Suppression>>('/v1/suppressions')
    expect(body.data).toHaveLength(20)
    expectShape(body, suppressions.listSuppressions.reply)
  })

  test('is filtered by address, reason and time, alone and together', async () => {
    const [first] = made as [Suppression]
    const middle = made.map(({ created_at }) => created_at).toSorted()[22] ?? ''

    expect(await read(`email=${first.email.toUpperCase()}`)).toEqual([first])
    expect(await read(`email=${first.email}&reason=complaint`)).toEqual([])
    expect(ids(await read('reason=complaint'))).toEqual(those(({ reason }) => reason === 'complaint'))
    expect(ids(await read(`created_after=${middle}`))).toEqual(those(({ created_at }) => created_at > middle))
    expect(ids(await read(`created_before=${middle}&reason=manual`))).toEqual(
      those(({ created_at, reason }) => created_at < middle && reason === 'manual'),
    )
  })

  test('has cursors that belong to their filters', async () => {
    const { body } = await own.get<Page<Suppression>>('/v1/suppressions?limit=2&reason=manual')
    const cursor = encodeURIComponent(body.next_cursor ?? '')

    expect((await own.get(`/v1/suppressions?reason=manual&cursor=${cursor}`)).status).toBe(200)
    for (const query of ['', 'reason=complaint&', `reason=manual&email=${newEmail()}&`]) {
      const { status, body } = await own.get(`/v1/suppressions?${query}cursor=${cursor}`)
      expect([status, body.code], query).toEqual([400, 'invalid_cursor'])
    }
  })

  test.each([
    'email=nonsense',
    'reason=spam',
    'reason=',
    'created_after=yesterday',
    'created_before=2027-02-29T00:00:00Z',
  ])('refuses %s', async query => {
    const { status, body } = await own.get(`/v1/suppressions?${query}`)

    expect([status, body.code]).toEqual([400, 'validation_error'])
  })
})
