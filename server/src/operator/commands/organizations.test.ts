import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { callerFinder, callerIdentifier } from '#resources/account/organizations/identify.ts'
import { unlimited } from '#resources/account/organizations/plans.ts'
import { parseConfig } from '#setup/config.ts'
import type { Config } from '#setup/settings.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { type, typeJson } from '../terminal.fixture.ts'

let database: Database
let config: Config
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  database = openDatabase({ url })
  config = parseConfig({ DATABASE_URL: url })
})
afterAll(() => database[Symbol.asyncDispose]())

const identifier = () => callerIdentifier(callerFinder(database.db), () => performance.now())
const create = (...options: string[]) => typeJson(config, 'organization', 'create', ...options)

test('a created organization has a live and a test key that identify it', async () => {
  const created = await create('--name', 'Acme', '--plan', 'pro')

  expect(Object.keys(created)).toEqual(['id', 'live_key', 'test_key'])
  const identify = identifier()
  expect(await identify(created.live_key)).toMatchObject({ organizationId: created.id, mode: 'live' })
  expect(await identify(created.test_key)).toMatchObject({ organizationId: created.id, mode: 'test' })
})

test('a person sees id, plan and both keys, and that the keys are shown once', async () => {
  const { out, exitCode } = await type(config, 'organization', 'create', '--name', 'Acme Ltd', '--plan', 'starter')

  expect(exitCode).toBe(0)
  expect(out).toContain('Acme Ltd is ready, on the starter plan: 1,000 requests an hour for each key.')
  expect(out).toContain('Messages: 1,000 an hour, 5,000 a day, 50,000 a month.')
  expect(out).toMatch(/Id +[0-9a-f-]{36}\n/)
  expect(out).toMatch(/Live key +tx_live_\S{32}\n/)
  expect(out).toMatch(/Test key +tx_test_\S{32}\n/)
  expect(out).toContain('shown this once')
})

test.each([
  ['free', [], 100],
  ['enterprise', [], unlimited],
  ['enterprise', ['--requests-per-hour', '777'], 777],
])('an organization on %s with %j may make %i requests an hour', async (plan, limit, expected) => {
  const { live_key } = await create('--name', 'Limits', '--plan', plan, ...limit)

  expect(await identifier()(live_key)).toMatchObject({ requestsPerHour: expected })
})

test.each([
  [['--name', 'x', '--plan', 'pro', '--requests-per-hour', '5'], /for the enterprise plan; pro has 10,000/],
  [['--name', 'x', '--plan', 'enterprise', '--requests-per-hour', '0'], /whole number from 1/],
  [['--name', 'x', '--plan', 'enterprise', '--requests-per-hour', '1e3'], /whole number from 1/],
  [['--name', 'x', '--plan', 'enterprise', '--requests-per-hour', '1000000001'], /whole number from 1/],
  [['--name', 'x', '--plan', 'starter', '--sends-per-day', '5'], /--sends-per-day is for .* starter has 5,000/],
  [['--name', 'x', '--plan', 'enterprise', '--sends-per-month', '-1'], /sends-per-month/],
  [['--name', ' ', '--plan', 'pro'], /^--name must be 1 to 200 visible characters/],
  [['--name', 'x\u001b[2J', '--plan', 'pro'], /^--name must be 1 to 200 visible characters/],
])('%j is refused and nothing is created', async (options, message) => {
  const before = await typeJson(config, 'organization', 'list')

  await expect(create(...options)).rejects.toThrow(message)

  expect(await typeJson(config, 'organization', 'list')).toEqual(before)
})

test('the list shows every organization with its plan and its limit', async () => {
  const one = await create('--name', 'Listed one', '--plan', 'free')
  const two = await create('--name', 'Listed two', '--plan', 'enterprise')

  const { data } = await typeJson(config, 'organization', 'list')
  const { out } = await type(config, 'organization', 'list')

  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const ofFree = { requests_per_hour: 100, sends_per_hour: 100, sends_per_day: 100, sends_per_month: 3_000 }
  const none = { requests_per_hour: null, sends_per_hour: null, sends_per_day: null, sends_per_month: null }
  expect(data.slice(-2)).toEqual([
    { id: one.id, name: 'Listed one', plan: 'free', ...ofFree, created_at: time },
    { id: two.id, name: 'Listed two', plan: 'enterprise', ...none, created_at: time },
  ])
  expect(out).toMatch(new RegExp(`${one.id} +free +100 +3,000 .* Listed one\n`))
  expect(out).toMatch(new RegExp(`${two.id} +enterprise +no limit +no limit .* Listed two\n`))
})

test.each([[[]], [['--id']], [['--organization']]])(
  'a new plan counts everywhere once the command says so (%j)',
  async flag => {
    const { id, live_key } = await create('--name', 'Mover', '--plan', 'free')
    const identify = identifier()
    expect(await identify(live_key)).toMatchObject({ requestsPerHour: 100 })

    const told = await typeJson(config, 'organization', 'set-plan', ...flag, id, '--plan', 'starter')

    expect(told).toEqual({
      id,
      name: 'Mover',
      plan: 'starter',
      requests_per_hour: 1_000,
      sends_per_hour: 1_000,
      sends_per_day: 5_000,
      sends_per_month: 50_000,
    })
    expect(await identify(live_key)).toMatchObject({ requestsPerHour: 1_000 })
  },
)

test.each([newId(new Date()), 'no-id'])('the plan of the unknown organization %s cannot be set', async id => {
  await expect(type(config, 'organization', 'set-plan', id, '--plan', 'free')).rejects.toThrow(
    'No such organization. To see what there is: npm run -s posthorn -- organization list',
  )
})
