import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import type { Member } from '#core/visitor.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { overviewConsoleRoutes } from './console-routes.ts'

test('the rates of a week begin at a whole hour, so that no email is counted individually', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live } = await createCallers(database)
  await sql`
    insert into email_stats (environment_id, tag, message_stream, hour, emails_sent, emails_bounced)
    values (${live.environmentId}, '', 'transactional', '2026-11-08T12:00:00Z', 100, 50)`.execute(database.db)
  const clock = () => new Date('2026-11-15T12:30:00Z')
  const { getAttention } = overviewConsoleRoutes({ database, clock, ways: { email: [], sms: [] } })

  // `as`: only the fields of a caller are read from the member.
  const { data } = await getAttention(live as unknown as Member)

  expect(data.map(({ kind }) => kind)).toContain('high_bounce_rate')
})

test('a first step is done as soon as there is one object of its kind in the organization', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live, test: other, organizationId } = await createCallers(database)
  const { live: stranger } = await createCallers(database)
  const clock = () => new Date()
  const stepsOf = (caller: typeof live, kind: 'capture' | 'relay' = 'capture') => {
    const ways = { email: [{ name: 'way', kind }], sms: [] }
    // `as`: only the fields of a caller are read from the member.
    return overviewConsoleRoutes({ database, clock, ways }).getFirstSteps(caller as unknown as Member)
  }
  const nothing = { key: false, email: false, domain: false, transport: false, webhook: false, invitation: false }
  expect(await stepsOf(live)).toEqual(nothing)

  const { environmentId } = live
  const id = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'
  await sql`insert into emails (environment_id, id, organization_id, from_address, to_addresses, subject, message_stream, size, attachments,
    created_at) values (${environmentId}, ${id}, ${organizationId}, 'a@b.example', array['c@d.example'], 'Hi', 'transactional', 1, 0, now())`.execute(
    database.db,
  )
  await sql`insert into webhooks (environment_id, id, url, subscribed_events, status, secret, created_at, updated_at) values (${environmentId},
    ${id}, 'https://acme.example', array['email.*'], 'active', '\\x00', now(), now())`.execute(database.db)
  await sql`insert into domains (organization_id, id, name, selector, created_at) values (${organizationId}, ${id}, 'acme.example', 's', now())`.execute(
    database.db,
  )
  const useKey = () =>
    sql`update api_keys set last_used_at = now() where environment_id = ${environmentId}`.execute(database.db)
  await sql`insert into people (id, name, email, email_verified, created_at, updated_at)
    values (${id}, 'Ada', 'ada@acme.example', true, now(), now())`.execute(database.db)
  await sql`insert into members (organization_id, person_id, role, created_at) values (${organizationId}, ${id}, 'owner', now())`.execute(
    database.db,
  )
  expect(await stepsOf(live)).toEqual({ ...nothing, email: true, webhook: true })

  await sql`update domains set verified_at = now()`.execute(database.db)
  await sql`insert into invitations (organization_id, id, email, role, token_hash, invited_by, created_at, expires_at)
    values (${organizationId}, ${id}, 'grace@acme.example', 'viewer', '\\x00', ${id}, now(), now())`.execute(
    database.db,
  )
  await useKey()
  const everything = { key: true, email: true, domain: true, transport: true, webhook: true, invitation: true }
  expect(await stepsOf(live, 'relay')).toEqual(everything)
  expect(await stepsOf(other)).toEqual({ ...everything, transport: false })
  expect(await stepsOf(stranger)).toEqual(nothing)
})

const none = { params: undefined, body: undefined }

test('messages are counted by state: open ones always, the others by when they were accepted', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live } = await createCallers(database)
  const { db } = database
  const add = (at: string, status: string, captured = false) =>
    sql`insert into email_progress (environment_id, email_id, status, recipients, captured)
      values (${live.environmentId}, ${newId(new Date(at))}, ${status}, 1, ${captured})`.execute(db)
  const addSms = (at: string, status: string, captured = false) =>
    sql`insert into sms_progress (environment_id, sms_id, status, give_up_at, captured)
      values (${live.environmentId}, ${newId(new Date(at))}, ${status}, now(), ${captured})`.execute(db)
  for (const at of ['2026-11-01T00:00:00Z', '2026-11-15T00:00:00Z']) {
    for (const status of ['processing', 'delivery_delayed', 'failed', 'suppressed']) await add(at, status)
    await add(at, 'delivered', true)
    await add(at, 'delivered')
    for (const status of ['scheduled', 'processing', 'delivered', 'failed']) await addSms(at, status)
    await addSms(at, 'delivered', true)
  }
  const capturing = { ...{ email: [{ name: 'capture', kind: 'capture' as const }] }, sms: [] }
  const { getMessageStates } = overviewConsoleRoutes({ database, clock: () => new Date(), ways: capturing })

  const states = await getMessageStates(
    // `as`: only the fields of a caller are read from the member.
    live as unknown as Member,
    { ...none, query: { start: '2026-11-10T00:00:00Z', end: '2026-11-20T00:00:00Z' } },
  )

  expect(states).toEqual({
    emails: { scheduled: 0, waiting: 2, delayed: 2, failed: 1, suppressed: 1, captured: 1 },
    sms: {
      ...{ scheduled: 2, waiting: 2, sent: 0, delivered: 1, captured: 1, undelivered: 0, failed: 1, received: 0 },
      ...{ fallbacks: 0, fallback_credits: 0 },
    },
  })
})

test('fallback text messages are counted with their cost', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live } = await createCallers(database)
  const { environmentId, organizationId } = live
  const add = async (at: string, state: string, refunded: boolean) => {
    const [email, sms] = [newId(new Date(at)), newId(new Date(at))]
    await sql`insert into email_fallbacks (environment_id, email_id, organization_id, unless, within_seconds, state, sms_id)
      values (${environmentId}, ${email}, ${organizationId}, 'delivered', 600, ${state}, ${sms})`.execute(database.db)
    await sql`insert into sms (environment_id, id, organization_id, direction, from_number, to_number, body, encoding, segments, credits,
        charge, card_cost, created_at)
      values (${environmentId}, ${sms}, ${organizationId}, 'outbound', '+1', '+2', '', 'gsm7', 1, 2.5, 0, 0, now())`.execute(
      database.db,
    )
    await sql`insert into sms_progress (environment_id, sms_id, status, give_up_at, refunded)
      values (${environmentId}, ${sms}, 'delivered', now(), ${refunded})`.execute(database.db)
  }
  await add('2026-11-01T00:00:00Z', 'sent', false)
  for (const refunded of [false, false, true]) await add('2026-11-15T00:00:00Z', 'sent', refunded)
  await add('2026-11-15T00:00:00Z', 'not_needed', false)
  const routes = overviewConsoleRoutes({ database, clock: () => new Date(), ways: { email: [], sms: [] } })

  // `as`: only the fields of a caller are read from the member.
  const { sms } = await routes.getMessageStates(live as unknown as Member, {
    ...none,
    query: { start: '2026-11-10T00:00:00Z' },
  })

  expect(sms).toMatchObject({ fallbacks: 3, fallback_credits: 5 })
})

test('tags are listed with the most used first, for whole hours', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live } = await createCallers(database)
  const add = (tag: string, hour: string, sent: number) =>
    sql`insert into email_stats (environment_id, tag, message_stream, hour, emails_sent)
      values (${live.environmentId}, ${tag}, 'transactional', ${hour}, ${sent})`.execute(database.db)
  await add('', '2026-11-15T12:00:00Z', 9)
  await add('welcome', '2026-11-15T12:00:00Z', 2)
  await add('welcome', '2026-11-15T11:00:00Z', 100)
  await add('invoice', '2026-11-15T13:00:00Z', 7)
  const { listTagFigures } = overviewConsoleRoutes({ database, clock: () => new Date(), ways: { email: [], sms: [] } })

  // `as`: only the fields of a caller are read from the member.
  const { data } = await listTagFigures(live as unknown as Member, {
    ...none,
    query: { start: '2026-11-15T12:30:00Z' },
  })

  expect(data.map(({ tag, sent }) => [tag, sent])).toEqual([
    ['invoice', 7],
    ['welcome', 2],
  ])
})

test('failed runs need attention, by workflow, for a week', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live } = await createCallers(database)
  const now = new Date('2026-11-15T12:30:00Z')
  const workflow = newId(now)
  await sql`insert into workflows (environment_id, id, name, status, version, created_at, updated_at)
    values (${live.environmentId}, ${workflow}, 'Welcome', 'active', 1, now(), now())`.execute(database.db)
  for (const [at, state] of [
    ['2026-11-14T00:00:00Z', 'failed'],
    ['2026-11-14T00:00:00Z', 'completed'],
    ['2026-11-01T00:00:00Z', 'failed'],
  ] as const)
    await sql`insert into workflow_runs (environment_id, id, workflow_id, version, contact_id, state, entered_at, started_at, finished_at, trigger)
      values (${live.environmentId}, ${newId(new Date(at))}, ${workflow}, 1, ${newId(now)}, ${state}, now(), now(), now(), '{}')`.execute(
      database.db,
    )
  const { getAttention } = overviewConsoleRoutes({ database, clock: () => now, ways: { email: [], sms: [] } })

  // `as`: only the fields of a caller are read from the member.
  const { data } = await getAttention(live as unknown as Member)

  expect(data).toMatchObject([
    {
      kind: 'runs_failed',
      title: '1 run of Welcome failed in the last seven days',
      link: `/workflows/${workflow}?tab=runs`,
    },
  ])
})
