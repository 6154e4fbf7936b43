import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import { blockSize } from '#resources/account/search-blocks/fill-blocks.ts'
import { makeBlocks } from '#resources/account/search-blocks/make-blocks.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { type EmailFixture, openEmailFixture } from '../emails.fixture.ts'
import { gramsOf } from './grams.ts'
import { indexEmails } from './index-emails.ts'
import { readEmails } from './read.ts'

let mail: EmailFixture
/** Enough for forty blocks and a remainder, oldest first. */
const count = 40 * blockSize + 10
const ids: string[] = []
const long = Date.now() - 3_600_000

beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  for (let nth = 0; nth < count; nth++) ids.push(newId(new Date(long + nth)))
  await write(mail.live)
  await write(mail.test, 'not yours')
  expect(await indexEmails(mail.database.db, new Date())).toBe(2 * 40 * blockSize)
  expect(await makeBlocks(mail.database.db, 'emails', new Date())).toBe(2 * 40 * blockSize)
})
afterAll(() => mail[Symbol.asyncDispose]())

async function write({ environmentId, organizationId }: Caller, subject = 'Order', given = ids) {
  await sql`
    with given as (
      select id, nth from unnest(${given}::uuid[]) with ordinality as given (id, nth)
    ), emails_written as (
      insert into emails (environment_id, id, organization_id, from_address, from_name, to_addresses, cc_addresses, subject, tags,
        message_stream, size, attachments, created_at)
      select ${environmentId}, id, ${organizationId}, 'shop@acme.test', 'Łódź Shop', array['user' || nth || '@example.com'],
        case when nth = 7 then array['Auditor@books.example'] end, ${subject} || ' ' || (100000 + nth * 7919 % 89989) || '_%', array['t' || nth % 2] || case when nth = 9 then array['monthly-report'] end,
        'transactional', 1, 0, now()
      from given
    )
    insert into email_progress (environment_id, email_id, recipients, status)
    select ${environmentId}, id, 1, case when nth % 2 = 0 then 'delivered' else 'bounced' end from given`.execute(
    mail.database.db,
  )
}

const search = async (text: string, { limit = 50, before }: { limit?: number; before?: string } = {}, filters = {}) =>
  (await readEmails(mail.database.db, mail.live, { limit, before }, { search: text, ...filters })).map(
    ({ id }) => ids.indexOf(id) + 1,
  )
const subjectOf = (nth: number) => String(100_000 + ((nth * 7_919) % 89_989))

test.each([
  ['an old recipient', 'uSer17@', [17]],
  [
    'a recipient whose number others contain',
    'user257',
    [2579, 2578, 2577, 2576, 2575, 2574, 2573, 2572, 2571, 2570, 257].filter(nth => nth <= count),
  ],
  ['a copy', 'auditor@BOOKS', [7]],
  ['a part of a subject', subjectOf(3), [3]],
  ['a part of a tag', 'ONTHLY-rep', [9]],
  ['a text that no email has', 'zebra', []],
  ['characters that are special in patterns', `${subjectOf(20)}_%`, [20]],
  ['a wildcard, which is plain text', 'user1_@example', []],
  ['a text across two fields', '_%shop', []],
])('%s', async (_name, text, found) => {
  expect(await search(text)).toEqual(found)
})

test('a text that all emails contain is found page by page, newest first, also beyond the newest blocks', async () => {
  const seen: number[] = []
  for (let before: string | undefined; ; before = ids[(seen.at(-1) ?? 0) - 1] ?? '') {
    const page = await search('łódź', { limit: 500, ...(before && { before }) })
    seen.push(...page.slice(0, 500))
    if (page.length <= 500) break
  }

  expect(seen).toEqual(ids.map((_, index) => count - index))
})

test('a letter with an accent is found whether it is written as one character or as two', async () => {
  const newest = { limit: 1 }

  for (const name of ['Łódź Shop', 'ódź'])
    for (const form of ['NFC', 'NFD'])
      for (const before of [undefined, ids[20]])
        expect(await search(name.normalize(form), { ...newest, ...(before && { before }) }), form).toEqual(
          before ? [20, 19] : [count, count - 1],
        )
})

test('any part of an id with eight digits or more is found as well', async () => {
  expect(await search(ids[4] ?? '')).toEqual([5])
  expect(await search(ids[4]?.slice(0, 24) ?? '')).toEqual([5])
  for (const at of [10, 15, 24, 26]) expect(await search(ids[4]?.slice(at, at + 10) ?? '')).toEqual([5])
  expect(await search((ids[4] ?? '').replaceAll('-', '').slice(-12).toUpperCase())).toEqual([5])
  expect(await search(ids[4]?.slice(-7) ?? '')).toEqual([])
  expect(await search(ids[4]?.slice(-8) ?? '', {}, { tag: 't0' })).toEqual([])
  expect(await search('00000000')).toEqual([])
})

test('other filters apply as well', async () => {
  expect(await search('user1234@', {}, { status: 'bounced' })).toEqual([])
  expect(await search('user1234@', {}, { status: 'delivered', tag: 't0' })).toEqual([1234])
  expect(await search('user1234@', {}, { tag: 't1' })).toEqual([])
})

test('indexing twice adds nothing', async () => {
  expect(await indexEmails(mail.database.db, new Date())).toBe(0)
  expect(await makeBlocks(mail.database.db, 'emails', new Date())).toBe(0)
})

test('an email is indexed a minute after it was sent, when no older one is still being saved, however far the clock of its environment is ahead', async () => {
  await sql`update environments set clock_ahead_ms = 86400000 where id = ${mail.test.environmentId}`.execute(
    mail.database.db,
  )
  const [now, aMinuteLater] = [new Date(), new Date(Date.now() + 61_000)]
  await write(
    mail.test,
    'New',
    Array.from({ length: blockSize }, () => newId(now)),
  )

  for (const index of [indexEmails, (db: Db, at: Date) => makeBlocks(db, 'emails', at)])
    expect([await index(mail.database.db, now), await index(mail.database.db, aMinuteLater)]).toEqual([0, blockSize])
})

test('the groups of a part are among those of the whole, and differ for another environment', () => {
  const whole = new Set(gramsOf('a', ['Grüße aus Łódź 🎉 heute']))
  for (const part of ['grüße', 'AUS ŁÓ', '🎉 he'])
    expect(gramsOf('a', [part]).filter(one => !whole.has(one))).toEqual([])
  expect(gramsOf('b', ['grüße']).filter(one => whole.has(one))).toEqual([])
  expect(gramsOf('a', ['ab'])).toEqual([])
})
