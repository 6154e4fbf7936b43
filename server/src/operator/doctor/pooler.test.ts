import { expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { parseConfig } from '#setup/config.ts'
import { freePort } from '../../../../sinks/free-port.ts'
import { canRunPgBouncer, startPgBouncer } from '../../../testing/pgbouncer.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { checkDatabase } from './database.ts'

async function visit(settings: Record<string, string>) {
  const checks = await checkDatabase(parseConfig(settings), systemClock)
  return Object.fromEntries(checks.map(({ name, ...check }) => [name, check]))
}

test.skipIf(!canRunPgBouncer)('behind a pooler in transaction mode, the direct address is missed', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using bouncer = await startPgBouncer(url, 'transaction')

  const without = await visit({ DATABASE_URL: bouncer.url })
  const both = await visit({ DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: url })

  expect(without.pooler).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('migrate, start, backup and restore do not work'),
    advice: expect.stringContaining('DATABASE_DIRECT_URL'),
  })
  expect(without.connections?.message).toMatch(/^The pooler decides how many Posthorn has\. PostgreSQL allows \d+\.$/)
  expect(both.pooler).toEqual({ status: 'ok', message: 'DATABASE_URL leads to a pooler in transaction mode.' })
  expect(both.connections?.message).toBe(without.connections?.message)
})

test('a pooler that does not answer is found although the direct address does', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  const port = await freePort()

  const found = await visit({ DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c`, DATABASE_DIRECT_URL: url })

  expect(found.database?.status).toBe('ok')
  expect(found.pooler).toMatchObject({
    status: 'error',
    message: `The database at 127.0.0.1:${port} cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.`,
  })
})

test('a database without a pooler has nothing to check of one', async () => {
  expect(await visit({ DATABASE_URL: await createTestDatabase(inject('clusterUrl')) })).not.toHaveProperty('pooler')
})
