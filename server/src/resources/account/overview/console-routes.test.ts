import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { Member } from '#core/visitor.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { overviewConsoleRoutes } from './console-routes.ts'

test('the rates of a week begin with a whole hour: no email is counted one by one', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live } = await createCallers(database)
  await sql`
    insert into email_stats (environment_id, tag, message_stream, hour, emails_sent, emails_bounced)
    values (${live.environmentId}, '', 'transactional', '2026-11-08T12:00:00Z', 100, 50)`.execute(database.db)
  const clock = () => new Date('2026-11-15T12:30:00Z')
  const { getAttention } = overviewConsoleRoutes({ database, clock, ways: { email: [], sms: [] } })

  // `as`: of a member, only what a caller has too is read here.
  const { data } = await getAttention(live as unknown as Member)

  expect(data.map(({ kind }) => kind)).toContain('high_bounce_rate')
})

test('first steps tick themselves: each is done as soon as there is one of its kind, in its own place', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live, test: other, organizationId } = await createCallers(database)
  const { live: stranger } = await createCallers(database)
  const clock = () => new Date()
  const stepsOf = (caller: typeof live, kind: 'capture' | 'relay' = 'capture') => {
    const ways = { email: [{ name: 'way', kind }], sms: [] }
    // `as`: of a member, only what a caller has too is read here.
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
