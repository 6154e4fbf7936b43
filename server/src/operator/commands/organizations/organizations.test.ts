import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { openDatabase } from '#postgres/database.ts'
import { ensureFirstOrganization } from '#resources/account/organizations/first-organization.ts'
import { callerFinder, callerIdentifier } from '#resources/account/organizations/identify.ts'
import { unlimited } from '#resources/account/organizations/plans.ts'
import { smsArrivals } from '#resources/messages/sms/arrivals.ts'
import { card } from '#resources/messages/sms/sms.fixture.ts'
import { parseConfig } from '#setup/config.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { sceneAtTerminal } from '../../../../testing/scene-at-terminal.ts'
import { type, typeJson } from '../../terminal.fixture.ts'

const scene = sceneAtTerminal()

const identifier = () => callerIdentifier(callerFinder(scene.database.db), () => performance.now())
const create = (...options: string[]) => typeJson(scene.config, 'organization', 'create', ...options)

test('a created organization has a live and a test key that identify it', async () => {
  const created = await create('--name', 'Acme', '--plan', 'pro')

  expect(Object.keys(created)).toEqual(['id', 'name', 'plan', 'live_key', 'test_key'])
  const identify = identifier()
  expect(await identify(created.live_key)).toMatchObject({ organizationId: created.id, mode: 'live' })
  expect(await identify(created.test_key)).toMatchObject({ organizationId: created.id, mode: 'test' })
})

test('the text shows id, plan and both keys, and that the keys are shown only once', async () => {
  const options = ['--name', 'Acme Ltd', '--plan', 'starter']
  const { out, exitCode } = await type(scene.config, 'organization', 'create', ...options)

  expect(exitCode).toBe(0)
  expect(out).toContain('Acme Ltd is ready, on the starter plan: 1,000 requests per hour for each key.')
  expect(out).toContain('Messages: 1,000 per hour, 5,000 per day, 50,000 per month.')
  expect(out).toMatch(/Id +[0-9a-f-]{36}\n/)
  expect(out).toMatch(/Live key +tx_live_\S{32}\n/)
  expect(out).toMatch(/Test key +tx_test_\S{32}\n/)
  expect(out).toContain('shown only now')
})

test.each([
  ['free', [], 100],
  ['enterprise', [], unlimited],
  ['enterprise', ['--requests-per-hour', '777'], 777],
])('an organization on %s with %j may make %i requests per hour', async (plan, limit, expected) => {
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
  const before = await typeJson(scene.config, 'organization', 'list')

  await expect(create(...options)).rejects.toThrow(message)

  expect(await typeJson(scene.config, 'organization', 'list')).toEqual(before)
})

test('the list shows every organization with its plan and its limit', async () => {
  const one = await create('--name', 'Listed one', '--plan', 'free')
  const two = await create('--name', 'Listed two', '--plan', 'enterprise')

  const { data } = await typeJson(scene.config, 'organization', 'list')
  const { out } = await type(scene.config, 'organization', 'list')

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
  'a new plan applies everywhere once the command returns (%j)',
  async flag => {
    const { id, live_key } = await create('--name', 'Mover', '--plan', 'free')
    const identify = identifier()
    expect(await identify(live_key)).toMatchObject({ requestsPerHour: 100 })

    const told = await typeJson(scene.config, 'organization', 'set-plan', ...flag, id, '--plan', 'starter')

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
  await expect(type(scene.config, 'organization', 'set-plan', id, '--plan', 'free')).rejects.toThrow(
    'No such organization. To list them: npm run -s posthorn -- organization list',
  )
})

test('a renamed organization is listed by its new name', async () => {
  const { id } = await create('--name', 'Before', '--plan', 'free')

  const { out } = await type(scene.config, 'organization', 'rename', '--organization', id, '--name', ' After ')

  expect(out).toBe('The organization is now called After.\n')
  const { data } = await typeJson(scene.config, 'organization', 'list')
  expect(data.find((one: { id: string }) => one.id === id)).toMatchObject({ name: 'After', plan: 'free' })
  const again = await typeJson(scene.config, 'organization', 'rename', '--organization', id, '--name', 'After all')
  expect(again).toEqual({ id, name: 'After all' })
})

test('a running service confirms STOP with the new name of the first organization', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  const fresh = parseConfig({ DATABASE_URL: url })
  await using service = openDatabase({ url })
  const arrivals = smsArrivals({ database: service, clock: systemClock, card, log: pino({ level: 'silent' }) })
  await service.transaction(tx => ensureFirstOrganization(tx, new Date(), { fixed: {}, remembered: {} }))
  const [first] = (await typeJson(fresh, 'organization', 'list')).data
  await type(fresh, 'number', 'add', '+15550100001')
  const stop = async (from: string) => {
    const text = { carrier: 'smpp', carrierId: from, from, to: '+15550100001', body: 'STOP', mediaUrls: [] }
    await arrivals.inbound(text)
    const answer = service.db.selectFrom('sms').select('body').where('to_number', '=', from)
    return (await answer.executeTakeFirstOrThrow()).body
  }
  expect(await stop('+14155550100')).toMatch(/^First organization: you are unsubscribed/)

  await type(fresh, 'organization', 'rename', '--organization', first.id, '--name', 'Acme')

  expect(await stop('+14155550101')).toMatch(/^Acme: you are unsubscribed/)
})

test.each([' ', 'x'.repeat(201), 'x\u001b[2J'])('the name %j is refused and the old one stays', async name => {
  const { id } = await create('--name', 'Steady', '--plan', 'free')

  await expect(type(scene.config, 'organization', 'rename', '--organization', id, '--name', name)).rejects.toThrow(
    /^--name must be 1 to 200 visible characters\.$/,
  )

  const { data } = await typeJson(scene.config, 'organization', 'list')
  expect(data.find((one: { id: string }) => one.id === id)).toMatchObject({ name: 'Steady' })
})

test.each([newId(new Date()), 'no-id'])('the unknown organization %s cannot be renamed', async id => {
  await expect(type(scene.config, 'organization', 'rename', '--organization', id, '--name', 'Acme')).rejects.toThrow(
    'No such organization. To list them: npm run -s posthorn -- organization list',
  )
})
