import type { SmsListItem } from '@posthorn/contract/messages/sms'
import { sms } from '@posthorn/contract/messages/sms-operations'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Answer } from '../http-client/answer.ts'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { type Page, readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newPhoneNumber } from '../http-client/unique.ts'
import { createKey, createOrganization, type Organization } from '../service/operator.ts'
import { hello, readSms, sendSms, untilSms } from './sending.ts'

const { url, dataDir } = inject('service')
let organization: Organization
let api: Client
let others: [name: string, Client][]
let sent: Sent[]

type Sent = { id: string; from: string; to: string; status: string; createdAt: string }

const senders = ['+14155550101', '+14155550102', '+14155550103']
const recipients = [
  ['+15005550006', 'delivered'],
  ['+15005550001', 'failed'],
  ['+15005550009', 'undelivered'],
  ['+14155552671', 'delivered'],
] as const

beforeAll(async () => {
  const [mine, theirs] = await Promise.all([createOrganization(dataDir), createOrganization(dataDir)])
  organization = mine
  api = client(url, mine.test_key)
  others = [
    ['the live key of the same organization', client(url, mine.live_key)],
    ['the live key of another organization', client(url, theirs.live_key)],
    ['the test key of another organization', client(url, theirs.test_key)],
  ]
  sent = []
  // One after the other, so that the order is known.
  for (let nth = 0; nth < 45; nth++) sent.push(await sendOne(nth))
  // `as`: these values are statuses.
  for (const { id, status } of sent) await untilSms(api, id, status as SmsListItem['status'])
})

async function sendOne(nth: number): Promise<Sent> {
  const from = senders[nth % senders.length] ?? ''
  const [to, status] = recipients[nth % recipients.length] ?? ['', '']
  const { id, created_at } = await sendSms(api, { from, to, body: `Number ${nth}` })
  return { id, from, to, status, createdAt: created_at }
}

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
/** Newest first. */
const those = (matches: (one: Sent) => boolean) => ids(sent.filter(matches)).toReversed()
const list = async (query: string) => ids(await readAll<SmsListItem>(api, `/v1/sms?limit=20&${query}`))

describe('pages', () => {
  test.each([7, 20, 100])('of %i contain everything once, newest first', async limit => {
    expect(ids(await readAll<SmsListItem>(api, `/v1/sms?limit=${limit}`))).toEqual(those(() => true))
  })

  test('contain 20 by default, and show the same as reading one', async () => {
    const { status, body } = await api.get<Page<SmsListItem>>('/v1/sms')

    expect(status).toBe(200)
    expect(body.data).toHaveLength(20)
    expectShape(body, sms.listSms.reply)
    for (const item of body.data) expect(await readSms(api, item.id)).toMatchObject(item)
  })

  test('nothing twice and nothing missing while messages are sent', async () => {
    const [to, live] = [newPhoneNumber(), client(url, organization.live_key)]
    const before = await Promise.all(Array.from({ length: 40 }, () => sendSms(live, { to })))

    const read = await readAll<SmsListItem>(live, `/v1/sms?limit=10&to=${encodeURIComponent(to)}`, () =>
      Promise.all(Array.from({ length: 5 }, () => sendSms(live, { to }))),
    )

    expect(new Set(ids(read)).size, 'none twice').toBe(read.length)
    expect(
      ids(before).filter(id => !ids(read).includes(id)),
      'none of the old ones missing',
    ).toEqual([])
  })
})

describe('filters', () => {
  test.each(['delivered', 'failed', 'undelivered', 'processing', 'received'])('by status %s', async status => {
    expect(await list(`status=${status}`)).toEqual(those(one => one.status === status))
  })

  test('by either number, with the plus escaped or not', async () => {
    expect(await list('to=%2B15005550009')).toEqual(those(one => one.to === '+15005550009'))
    expect(await list('to=+15005550009')).toEqual(those(one => one.to === '+15005550009'))
    expect(await list('from=%2B14155550102')).toEqual(those(one => one.from === '+14155550102'))
    expect(await list(`to=${encodeURIComponent(newPhoneNumber())}`)).toEqual([])
  })

  test('by time, and by all of them together', async () => {
    const [first, last] = [sent[10]?.createdAt ?? '', sent[30]?.createdAt ?? '']
    const between = await list(`created_after=${first}&created_before=${last}`)
    // Whether the bounds are included is not specified.
    expect(between).toEqual(expect.arrayContaining(those(({ createdAt }) => first < createdAt && createdAt < last)))
    expect(between.filter(id => those(({ createdAt }) => createdAt < first || last < createdAt).includes(id))).toEqual(
      [],
    )
    expect(await list('status=delivered&to=%2B15005550006&from=%2B14155550101')).toEqual(
      those(one => one.status === 'delivered' && one.to === '+15005550006' && one.from === '+14155550101'),
    )
  })

  test.each([
    'status=sending',
    'status=',
    'to=5552671',
    'from=ACME',
    'created_after=yesterday',
    'limit=0',
    'limit=101',
  ])('%s is refused', async query => {
    const { status, body } = await api.get(`/v1/sms?${query}`)
    expect([status, body.code]).toEqual([400, 'validation_error'])
  })

  test('a cursor belongs to its filters', async () => {
    const { body } = await api.get<Page<SmsListItem>>('/v1/sms?limit=2&status=delivered')
    const cursor = encodeURIComponent(body.next_cursor ?? '')

    for (const query of ['', 'status=failed', 'status=delivered&to=%2B15005550006']) {
      const answer = await api.get(`/v1/sms?limit=2&${query}&cursor=${cursor}`)
      expect([answer.status, answer.body.code], query).toEqual([400, 'invalid_cursor'])
    }
  })
})

describe('another caller', () => {
  const seen = ({ status, text }: Answer<unknown>) => ({ status, text })

  test('sees no message, and cannot tell it from one that never existed', async () => {
    const [{ id } = { id: '' }] = sent
    for (const [name, other] of others) {
      const theirs = await other.get(`/v1/sms/${id}`)
      expect(theirs.status, name).toBe(404)
      expect(theirs.body).toMatchObject({ code: 'not_found', details: { resource: 'sms' } })
      expect(seen(theirs)).toEqual(seen(await other.get(`/v1/sms/${randomId()}`)))
      expect(seen(theirs)).toEqual(seen(await other.get('/v1/sms/nothing')))
      const listed = await readAll<SmsListItem>(other, '/v1/sms?limit=100')
      expect(listed.filter(item => ids(sent).includes(item.id))).toEqual([])
    }
  })
})

describe('a key', () => {
  test('with sms:send may send and not read; with sms:read it may read and not send', async () => {
    const [sending, reading] = await Promise.all([
      createKey(dataDir, organization, 'test', 'sms:send'),
      createKey(dataDir, organization, 'test', 'sms:read'),
    ])
    const statuses = async ({ key }: { key: string }) => {
      const one = client(url, key)
      const answers = [
        await one.post('/v1/sms', hello()),
        await one.get('/v1/sms?limit=1'),
        await one.get(`/v1/sms/${sent[0]?.id}`),
      ]
      return answers.map(({ status }) => status)
    }

    expect(await statuses(sending)).toEqual([200, 403, 403])
    expect(await statuses(reading)).toEqual([403, 200, 200])
  })
})
