import type { Role } from '@posthorn/contract/console/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { Member } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { searchConsoleRoutes } from './console-routes.ts'

let database: Database
let live: Caller
let other: Caller
let strangers: Caller
const id = newId(new Date())

beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  ;({ live, test: other } = await createCallers(database))
  strangers = (await createCallers(database)).live
  for (const caller of [live, strangers]) await fill(caller, caller === live ? id : newId(new Date()))
})
afterAll(() => database[Symbol.asyncDispose]())

/** One object of each kind with acme in its name, and a text message with acme only in its body. */
async function fill({ environmentId, organizationId }: Caller, one: string): Promise<void> {
  const now = new Date()
  const { db } = database
  const caller = { environmentId, organizationId } as Caller // as: the fields that creating a contact reads
  await database.transaction(async tx => {
    await createContacts(tx, [{ caller, asked: { email: 'ada@acme.example', first_name: 'Ada' }, now }])
    await suppressEach(tx, [{ environmentId, email: 'acme@left.example', reason: 'manual', emailId: null, at: now }])
  })
  await sql`insert into emails (environment_id, id, organization_id, from_address, to_addresses, subject, message_stream, size, attachments,
      created_at) values (${environmentId}, ${one}, ${organizationId}, 'a@b.example', array['c@d.example'], 'Your Acme order', 'transactional', 1,
      0, now())`.execute(db)
  await sql`insert into email_progress (environment_id, email_id, recipients, status) values (${environmentId}, ${one}, 1, 'delivered')`.execute(
    db,
  )
  await sql`insert into sms (environment_id, id, organization_id, direction, from_number, to_number, body, encoding, segments, credits, charge,
      card_cost, created_at) values (${environmentId}, ${one}, ${organizationId}, 'outbound', '+15550100001', '+14155550123', 'acme', 'gsm7', 1, 0,
      0, 0, now())`.execute(db)
  await sql`insert into sms_progress (environment_id, sms_id, status, give_up_at) values (${environmentId}, ${one}, 'delivered', now())`.execute(
    db,
  )
  await sql`insert into templates (environment_id, id, friendly_name, created_at, updated_at) values (${environmentId}, ${one}, 'Acme hello', now(),
    now())`.execute(db)
  await sql`insert into template_versions (environment_id, template_id, version, status, subject, created_at) values (${environmentId}, ${one}, 1,
    'draft', 'Hello', now())`.execute(db)
  await sql`insert into workflows (environment_id, id, name, status, created_at, updated_at) values (${environmentId}, ${one}, 'ACME way', 'draft',
    now(), now())`.execute(db)
  await sql`insert into broadcasts (environment_id, id, organization_id, name, channel, state, settings, created_at, updated_at) values
    (${environmentId}, ${one}, ${organizationId}, 'Acme season', 'email', 'draft', '{}', now(), now())`.execute(db)
  await sql`insert into topics (environment_id, id, name, is_default_topic, display_order, created_at, updated_at) values (${environmentId}, ${one},
    'acme_news', false, 1, now(), now())`.execute(db)
  await sql`insert into webhooks (environment_id, id, url, subscribed_events, status, secret, created_at, updated_at) values (${environmentId},
    ${one}, 'https://acme.example/in', array['email.*'], 'active', '\\x00', now(), now())`.execute(db)
  await sql`insert into domains (organization_id, id, name, selector, created_at) values (${organizationId}, ${one}, ${`acme-${one}.example`}, 's',
    now())`.execute(db)
  await sql`insert into api_keys (id, environment_id, name, key_hash, hint, permissions) values (${one}, ${environmentId}, 'Acme backend',
    decode(md5(${one}), 'hex'), 'tx_live_ab', array['emails:send'])`.execute(db)
}

const search = (q: string, role: Role = 'owner', caller = live) =>
  // as: only the fields of a caller and the role are read
  searchConsoleRoutes({ database }).searchEverything({ ...caller, role } as unknown as Member, {
    params: undefined,
    query: { q },
    body: undefined,
  })
const kinds = async (...asked: Parameters<typeof search>) => (await search(...asked)).data.map(({ kind }) => kind)

test('one search finds each kind by a part of its name, only in its own environment', async () => {
  const { data, unfinished } = await search(' aCmE ')

  expect(unfinished).toEqual([])
  expect(data.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'email: Your Acme order',
    'contact: Ada',
    'suppression: acme@left.example',
    'broadcast: Acme season',
    'template: Acme hello',
    'workflow: ACME way',
    'topic: acme_news',
    'webhook: https://acme.example/in',
    `domain: acme-${id}.example`,
    'key: Acme backend',
  ])
  expect(await kinds('acme', 'owner', other)).toEqual(['domain'])
})

test('a number finds text messages, and an id finds its object', async () => {
  expect((await search('+1 (415) 555')).data).toMatchObject([{ kind: 'sms', id, title: '+15550100001 → +14155550123' }])
  expect(await kinds(id)).toEqual([
    'email',
    'sms',
    'broadcast',
    'template',
    'workflow',
    'topic',
    'webhook',
    'domain',
    'key',
  ])
  expect(await kinds('acme_')).toEqual(['topic'])
  expect(await kinds('  a ')).toEqual([])
})

test('kinds that the role may not read are left out', async () => {
  expect(await kinds('acme', 'viewer')).toEqual([
    'email',
    'contact',
    'suppression',
    'broadcast',
    'template',
    'topic',
    'webhook',
    'domain',
  ])
})

test('returns a few of each kind, the newest first', async () => {
  await sql`insert into topics (environment_id, id, name, is_default_topic, display_order, created_at, updated_at)
    select ${other.environmentId}, ('01945c1e-0000-7000-8000-0000000000' || nth)::uuid, 'crowd ' || nth, false, nth, now(), now()
    from generate_series(10, 30) as nth`.execute(database.db)

  const { data } = await search('crowd', 'owner', other)

  expect(data.map(({ title }) => title)).toEqual(['crowd 30', 'crowd 29', 'crowd 28', 'crowd 27', 'crowd 26'])
})

test('a kind whose search takes too long is named, and the others are shown', async () => {
  await using blocker = await database.pool.connect().then(client => ({
    client,
    async [Symbol.asyncDispose]() {
      await client.query('rollback')
      client.release()
    },
  }))
  await blocker.client.query('begin; lock table suppressions in access exclusive mode')

  const { data, unfinished } = await search('acme')

  expect(unfinished).toEqual(['suppression'])
  expect(data.map(({ kind }) => kind)).toContain('email')
})
