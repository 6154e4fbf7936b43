import type { AuditAction } from '@posthorn/contract/audit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { Replayed } from '#core/idempotency.ts'
import { pager } from '#core/page.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { gate } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { asking } from '../../../../testing/asking.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { audited } from './audited.ts'
import { differences } from './differences.ts'
import { auditLogRoutes } from './routes.ts'
import { sentence } from './sentence.ts'

let database: Database
let [live, test_, other]: Caller[] = []
let routes: ReturnType<typeof auditLogRoutes>
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  test_ = callers.test
  other = (await createCallers(database)).live
  routes = auditLogRoutes({ database, pager: pager(Buffer.alloc(32)) })
})
afterAll(() => database[Symbol.asyncDispose]())

const by = (caller: Caller | undefined): Caller => caller ?? expect.fail('no caller')
const list = async (query: Parameters<typeof routes.listAuditLog>[1]['query'] = {}, caller = live) =>
  routes.listAuditLog(by(caller), { params: undefined, query, body: undefined })
const change = (action: AuditAction, caller = live, objectId?: string) => asking(by(caller), action, objectId).change
const addTopic = (name: string, caller = live) =>
  audited(database, change('topic.created', caller), tx => createTopic(tx, by(caller), new Date(), { name }))
const rename = (id: string, name: string) =>
  audited(database, change('topic.updated', live, id), async tx => {
    await sql`update topics set name = ${name} where id = ${id}`.execute(tx)
  })

test('an entry says who changed which object, from where, and what is different', async () => {
  const topic = await addTopic('News')
  await audited(
    database,
    { ...change('topic.updated', live, topic.id), address: '203.0.113.9', userAgent: 'curl/8', requestId: 'r1' },
    async tx => sql`update topics set name = 'Weekly', description = 'x' where id = ${topic.id}`.execute(tx),
  )

  const { data } = await list({ object_id: topic.id })

  expect(data.map(({ action }) => action)).toEqual(['topic.updated', 'topic.created'])
  const key = { type: 'key', id: by(live).keyId, name: 'first live key', hint: expect.stringMatching(/^tx_live_/) }
  expect(data[0]).toMatchObject({
    actor: key,
    object: { type: 'topic', id: topic.id, name: 'Weekly' },
    changes: [{ field: 'name', from: 'News', to: 'Weekly' }, { field: 'description' }],
    environment: 'live',
    source: { via: 'api', ip_address: '203.0.113.9', user_agent: 'curl/8', request_id: 'r1' },
  })
  expect(data[0]?.summary).toMatch(/^The key first live key \(tx_live_.*…\) changed the topic Weekly\.$/)
})

test('when two callers change one object at once, each entry has only its own changes', async () => {
  const topic = await addTopic('Changed by two')
  const [renamed, committing] = [gate(), gate()]
  const first = audited(database, change('topic.updated', live, topic.id), async tx => {
    await sql`update topics set name = 'Renamed' where id = ${topic.id}`.execute(tx)
    renamed.open()
    await committing.passed
  })
  await renamed.passed
  const second = audited(database, change('topic.updated', live, topic.id), tx =>
    sql`update topics set display_order = 99 where id = ${topic.id}`.execute(tx),
  )
  await untilLockWait(database.db)
  committing.open()
  await Promise.all([first, second])

  const { data } = await list({ object_id: topic.id, action: 'topic.updated' })

  expect(data.flatMap(({ changes }) => [changes.map(({ field }) => field)]).toSorted()).toEqual([
    ['display_order'],
    ['name'],
  ])
})

test('a change that is rolled back, replayed or without effect has no entry', async () => {
  const { id } = await addTopic('Unchanged')
  const refused = audited(database, change('topic.deleted', live, id), async tx => {
    await sql`delete from topics where id = ${id}`.execute(tx)
    throw new Refusal('invalid_state')
  })

  await expect(refused).rejects.toThrow(Refusal)
  await audited(database, change('topic.updated', live, id), async () => new Replayed({}))
  await rename(id, 'Unchanged')

  expect((await list({ object_id: id })).data.map(({ action }) => action)).toEqual(['topic.created'])
})

test('a live key reads the whole organization, a test key its own environment, and none reads another organization', async () => {
  const mine = await addTopic('Of live')
  const tested = await addTopic('Of test', test_)
  const foreign = await addTopic('Of others', other)
  const seenBy = async (caller: Caller | undefined) => {
    const { data } = await list({ limit: 100 }, caller)
    return [mine, tested, foreign].map(({ id }) => data.some(({ object }) => object.id === id))
  }

  expect(await seenBy(live)).toEqual([true, true, false])
  expect(await seenBy(test_)).toEqual([false, true, false])
  expect(await seenBy(other)).toEqual([false, false, true])
  expect((await list({ object_id: mine.id }, other)).data).toEqual([])
})

test('filters combine, and a page continues where the previous one ended', async () => {
  const { id } = await addTopic('Paged')
  for (const name of ['a', 'b', 'c']) await rename(id, name)
  const filters = { object_id: id, action: 'topic.updated', actor_id: by(live).keyId, actor_type: 'key' } as const

  const first = await list({ ...filters, limit: 2 })
  const rest = await list({ ...filters, limit: 2, cursor: first.next_cursor ?? '' })

  expect([...first.data, ...rest.data].map(({ changes }) => changes[0]?.to)).toEqual(['c', 'b', 'a'])
  expect(rest.has_more).toBe(false)
  const before = { end: new Date(Date.now() - 60_000).toISOString() }
  expect((await list({ ...filters, ...before })).data).toEqual([])
  expect((await list({ ...filters, start: before.end })).data).toHaveLength(3)
  expect((await list({ object_id: 'nothing' })).data).toEqual([])
  expect((await list({ ...filters, object_type: 'webhook' })).data).toEqual([])
})

test('a secret or long value is reported as changed without being shown', async () => {
  const id = newId(new Date())
  const [url, later] = ['https://user:pass@hooks.example/T0K3N?key=s3cret', 'https://hooks.example/0TH3R']
  await audited(
    database,
    change('webhook.created'),
    async tx => {
      await sql`insert into webhooks (environment_id, id, url, subscribed_events, status, secret, created_at, updated_at)
        values (${by(live).environmentId}, ${id}, ${url}, '{*}', 'active', '\\x00', now(), now())`.execute(tx)
    },
    () => ({ objectId: id }),
  )
  await audited(database, change('webhook.updated', live, id), async tx =>
    sql`update webhooks set url = ${later} where id = ${id}`.execute(tx),
  )

  const { data } = await list({ object_id: id })

  expect(data[0]?.changes).toEqual([{ field: 'url' }])
  expect(data[1]?.object.name).toBe('hooks.example')
  expect(JSON.stringify(data)).not.toMatch(/T0K3N|s3cret|pass|0TH3R/)
  expect(differences({ note: 'a' }, { note: 'b'.repeat(1_000) })).toEqual([{ field: 'note' }])
})

test.each([
  [{ actorType: 'operator' }, 'The operator revoked the API key CI.'],
  [{ actorType: 'person', actorName: 'Ada' }, 'Ada revoked the API key CI.'],
  [{ actorType: 'person', actorName: '$& {name}' }, '$& {name} revoked the API key CI.'],
] as const)('%j: %s', (actor, text) => {
  const nobody = { actorName: null, actorDetail: null, objectId: null }

  expect(sentence({ ...nobody, action: 'key.revoked', objectName: 'CI', ...actor })).toBe(text)
})
