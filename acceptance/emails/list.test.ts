import type { EmailStatus } from '@posthorn/contract/event-names'
import { emails } from '@posthorn/contract/messages/email-operations'
import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { type Page, readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newWord } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { hello, inSeconds, readEmail, send, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let api: Client
let live: Client
let elsewhere: Client
let sent: Sent[]

type Sent = { id: string; from: string; to: string; tags: string[]; batchId: string | undefined; status: string }
const count = 75

beforeAll(async () => {
  const [mine, other] = await Promise.all([createOrganization(dataDir), createOrganization(dataDir)])
  api = client(url, mine.test_key)
  live = client(url, mine.live_key)
  elsewhere = client(url, other.test_key)
  sent = []
  // One after the other, so that the order is known.
  for (let nth = 0; nth < count; nth++) sent.push(await sendOne(nth))
  // `as`: these values are statuses.
  for (const { id, status } of sent) await untilStatus(api, id, status as EmailStatus)
})

/** Different in everything that a list can be filtered by. */
async function sendOne(nth: number): Promise<Sent> {
  const [from, to] = [
    `Sender${nth % 3}@acme.test`,
    `${nth % 10 === 0 ? 'bounced' : 'delivered'}+${nth % 4}@example.com`,
  ]
  const tags = [`by-${nth % 5}`, ...(nth % 2 ? ['odd'] : [])]
  const [batchId, isLater] = [nth % 7 === 0 ? 'sevens' : undefined, nth % 23 === 22]
  const scheduled_for = isLater ? inSeconds(86_400) : undefined
  const { id } = await send(api, { from: `Acme <${from}>`, to, tags, batch_id: batchId, scheduled_for })
  return { id, from, to, tags, batchId, status: isLater ? 'scheduled' : nth % 10 === 0 ? 'bounced' : 'delivered' }
}

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
/** Newest first. */
const those = (matches: (one: Sent) => boolean) => ids(sent.filter(matches)).toReversed()
const list = async (query: string) => ids(await readAll<EmailListItem>(api, `/v1/emails?limit=30&${query}`))

describe('pages', () => {
  test.each([7, 25, 100])('of %i contain everything once, newest first', async limit => {
    expect(ids(await readAll<EmailListItem>(api, `/v1/emails?limit=${limit}`))).toEqual(those(() => true))
  })

  test('contain 20 by default, and show the same as reading one', async () => {
    const { status, body } = await api.get<Page<EmailListItem>>('/v1/emails')

    expect(status).toBe(200)
    expect(body.data).toHaveLength(20)
    expectShape(body, emails.listEmails.reply)
    for (const item of body.data) {
      const { from, ...email } = await readEmail(api, item.id)
      const { from: bare, ...shown } = item
      expect(email).toMatchObject(shown)
      expect(bare).toBe(from.slice('Acme <'.length, -1))
    }
  })

  test('nothing twice and nothing missing while emails are sent', async () => {
    const tag = newWord()
    const before = await Promise.all(Array.from({ length: 60 }, () => send(live, { tags: [tag] })))

    const read = await readAll<EmailListItem>(live, `/v1/emails?limit=10&tag=${tag}`, () =>
      Promise.all(Array.from({ length: 5 }, () => send(live, { tags: [tag] }))),
    )

    expect(new Set(ids(read)).size, 'none twice').toBe(read.length)
    expect(
      ids(before).filter(id => !ids(read).includes(id)),
      'none of the old ones missing',
    ).toEqual([])
  })

  test('an empty list is a page', async () => {
    expect((await elsewhere.get('/v1/emails')).body).toEqual({ data: [], has_more: false })
  })
})

describe('filters', () => {
  test.each(['scheduled', 'delivered', 'bounced', 'canceled'])('by status %s', async status => {
    expect(await list(`status=${status}`)).toEqual(those(one => one.status === status))
  })

  test('by sender, bare and in any case', async () => {
    expect(await list('from=sender1@acme.test')).toEqual(those(one => one.from.startsWith('Sender1')))
    expect(await list('from=SENDER2@ACME.test')).toEqual(those(one => one.from.startsWith('Sender2')))
    expect(await list('from=other@acme.test')).toEqual([])
  })

  test('by recipient, in any case, whichever field it was in', async () => {
    expect(await list('to=delivered%2B2@example.com')).toEqual(those(one => one.to === 'delivered+2@example.com'))
    expect(await list('to=DELIVERED%2B2@Example.com')).toEqual(those(one => one.to === 'delivered+2@example.com'))
    const person = `${newWord()}@example.com`
    const { id } = await send(live, { to: ['a@b.co', person], cc: 'c@b.co' })
    const found = await readAll<EmailListItem>(live, `/v1/emails?to=${person}`)
    expect(ids(found)).toEqual([id])
    expect(found[0]?.to, 'all of its recipients are shown').toEqual(['a@b.co', person])
  })

  test('by tag, exactly', async () => {
    expect(await list('tag=odd')).toEqual(those(one => one.tags.includes('odd')))
    expect(await list('tag=by-3')).toEqual(those(one => one.tags.includes('by-3')))
    for (const none of ['ODD', 'od', 'by-%25', "'--"]) expect(await list(`tag=${none}`), none).toEqual([])
  })

  test('by batch_id, exactly', async () => {
    expect(await list('batch_id=sevens')).toEqual(those(one => one.batchId === 'sevens'))
    expect(await list('batch_id=seven')).toEqual([])
  })

  test('by the time of creation, later and earlier than a moment', async () => {
    const all = await readAll<EmailListItem>(api, '/v1/emails?limit=100')
    const { created_at: moment = '' } = all[20] ?? {}
    const between = (matches: (at: string) => boolean) => ids(all.filter(({ created_at }) => matches(created_at)))

    expect(await list(`created_after=${moment}`)).toEqual(between(at => at > moment))
    expect(await list(`created_before=${moment}`)).toEqual(between(at => at < moment))
    const { created_at: earlier = '' } = all[50] ?? {}
    expect(await list(`created_after=${earlier}&created_before=${moment}`)).toEqual(
      between(at => at > earlier && at < moment),
    )
    expect(await list('created_after=9999-12-31T23:59:59.999999999Z')).toEqual([])
    expect(await list('created_before=0001-01-01T00:00:00Z')).toEqual([])
  })

  test('together', async () => {
    expect(await list('tag=odd&from=sender1@acme.test&status=delivered&batch_id=sevens')).toEqual(
      those(
        one =>
          one.tags.includes('odd') &&
          one.from.startsWith('Sender1') &&
          one.status === 'delivered' &&
          one.batchId === 'sevens',
      ),
    )
    expect(await list('tag=odd&to=bounced%2B2@example.com')).toEqual([])
  })

  test.each([
    ...['status=sending', 'status=', 'to=nonsense', 'to=Ada%20<a@b.co>', 'from=a@b', 'tag=', `tag=${'x'.repeat(257)}`],
    ...['created_after=yesterday', 'created_after=2027-02-29T00:00:00Z', 'created_before=2027-01-01', 'limit=0'],
    ...['created_before=1700000000', 'limit=101', 'status=delivered&status=bounced', `batch_id=${'x'.repeat(257)}`],
    ...['statu=delivered', 'createdAfter=2027-01-01T00:00:00Z'],
  ])('%s is refused', async query => {
    const { status, body } = await api.get(`/v1/emails?${query}`)

    expect([status, body.code]).toEqual([400, 'validation_error'])
  })
})

describe('a cursor', () => {
  test('belongs to its filters, its list and its environment', async () => {
    const { body } = await api.get<Page<EmailListItem>>('/v1/emails?limit=2&tag=odd')
    const cursor = encodeURIComponent(body.next_cursor ?? '')

    expect((await api.get(`/v1/emails?limit=5&tag=odd&cursor=${cursor}`)).status).toBe(200)
    for (const path of [
      `/v1/emails?cursor=${cursor}`,
      `/v1/emails?tag=by-1&cursor=${cursor}`,
      `/v1/emails?tag=odd&status=delivered&cursor=${cursor}`,
      `/v1/emails?tag=odd&created_after=2020-01-01T00:00:00Z&cursor=${cursor}`,
      `/v1/contacts?cursor=${cursor}`,
      `/v1/emails?tag=odd&cursor=${randomId()}`,
    ]) {
      const { status, body } = await api.get(path)
      expect([status, body.code], path).toEqual([400, 'invalid_cursor'])
    }
    const other = await live.get(`/v1/emails?tag=odd&cursor=${cursor}`)
    expect([other.status, other.body.code]).toEqual([400, 'invalid_cursor'])
  })
})

describe('another environment and another organization', () => {
  test('see nothing in their lists, whatever they filter by', async () => {
    const [{ id, to, tags } = sent[0] as Sent] = sent

    for (const as of [live, elsewhere]) {
      for (const query of [`tag=${tags[0]}`, `to=${encodeURIComponent(to)}`, 'status=bounced', 'batch_id=sevens']) {
        const { body } = await as.get<Page<EmailListItem>>(`/v1/emails?limit=100&${query}`)
        expect(ids(body.data)).not.toContain(id)
      }
    }
  })

  test('get the same 404 as for an unknown id', async () => {
    const scheduled = sent.find(one => one.status === 'scheduled') as Sent
    const paths = (id: string) => [`/v1/emails/${id}`, `/v1/emails/${id}/raw`, `/v1/emails/${id}/workflow`]
    const refusal = (await api.get(`/v1/emails/${randomId()}`)).body

    expect(refusal).toMatchObject({ code: 'not_found', details: { resource: 'email' } })
    for (const as of [live, elsewhere]) {
      for (const path of paths(scheduled.id)) expect((await as.get(path)).body, path).toEqual(refusal)
      const cancel = await as.post(`/v1/emails/${scheduled.id}/cancel`)
      const move = await as.patch(`/v1/emails/${scheduled.id}`, { scheduled_for: inSeconds(60) })
      expect([cancel.body, move.body]).toEqual([refusal, refusal])
    }
    expect((await readEmail(api, scheduled.id)).status).toBe('scheduled')
  })

  test('use the same names for themselves', async () => {
    const { id } = await send(elsewhere, { ...hello, tags: ['odd'], batch_id: 'sevens' })

    expect(ids(await readAll<EmailListItem>(elsewhere, '/v1/emails?tag=odd&batch_id=sevens'))).toEqual([id])
  })
})

test.each([
  'nonsense',
  'x'.repeat(10_000),
  '%00',
  '%2e%2e%2f',
  '{}',
  '%F0%9F%98%80',
  "'--",
  '00000000-0000-0000-0000-000000000000',
])('an id such as %s is a 404 everywhere', async id => {
  const path = `/v1/emails/${id}`
  const answers = await Promise.all([
    api.get(path),
    api.get(`${path}/raw`),
    api.get(`${path}/workflow`),
    api.post(`${path}/cancel`),
    api.patch(path, { scheduled_for: inSeconds(60) }),
  ])

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})
