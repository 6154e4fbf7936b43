import { expect, test } from 'vitest'
import { newId } from '#core/id.ts'
import { chargeEach } from '#resources/account/credits/charge.ts'
import { sceneAtTerminal } from '../../../../testing/scene-at-terminal.ts'
import { type, typeJson } from '../../terminal.fixture.ts'

const scene = sceneAtTerminal()

const newOrganization = async (...options: string[]): Promise<string> =>
  (await typeJson(scene.config, 'organization', 'create', '--name', 'Acme', ...options)).id

test('added credits are in the balance and in the list, with the grant and the charges', async () => {
  const id = await newOrganization('--plan', 'free')

  const gift = ['--credits', '12.345', '--note', 'Gift']
  const told = await typeJson(scene.config, 'credits', 'add', '--organization', id, ...gift)
  expect(told).toEqual({ organization_id: id, credits: 12.345, balance: 3_012.345 })

  const at = new Date()
  const message = newId(at)
  const entries = [{ subjectId: message, credits: 1.5 }]
  await scene.database.transaction(tx =>
    chargeEach(tx, [{ organizationId: id, kind: 'email', messages: 1, entries, at }]),
  )
  const { balance, data } = await typeJson(scene.config, 'credits', 'list', '--organization', id)
  expect(balance).toBe(3_010.845)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const other = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(data[0]).toEqual({ subject_id: message, kind: 'email', credits: -1.5, note: null, created_at: time })
  expect(data.slice(1)).toEqual(
    expect.arrayContaining([
      { subject_id: other, kind: 'added', credits: 12.345, note: 'Gift', created_at: time },
      { subject_id: other, kind: 'grant', credits: 3_000, note: null, created_at: time },
    ]),
  )
})

test('the text shows the balance and the last entries', async () => {
  const id = await newOrganization('--plan', 'starter')
  expect((await type(scene.config, 'credits', 'list', '--organization', id)).out).toBe(
    'Acme has 50,000 credits.\nNothing has been sent or added yet.\n',
  )

  const { out } = await type(scene.config, 'credits', 'add', '--organization', id, '--credits', '1')

  expect(out).toBe('Acme got 1 credit. The balance is 50,001 credits.\n')
  const list = (await type(scene.config, 'credits', 'list', '--organization', id)).out
  expect(list).toMatch(/^Acme has 50,001 credits\.\nTIME \(UTC\) +KIND +CREDITS +ABOUT +NOTE\n/)
  expect(list).toMatch(/\n\d{4}-\d\d-\d\d \d\d:\d\d +grant +50,000 +[0-9a-f-]{36}\n/)
})

test.each([
  [['--credits', '0'], /^--credits must be a number above 0/],
  [['--credits=-5'], /^--credits must be a number above 0/],
  [['--credits', '1e3'], /^--credits must be a number above 0/],
  [['--credits', '1.2345'], /at most three decimals/],
  [['--credits', '1000000000.001'], /at most 1000000000/],
  [['--credits', '5', '--note', '\u0007'], /^--note must be 1 to 200 visible characters/],
  [[], /^--credits is missing/],
])('%j is refused and adds nothing', async (options, message) => {
  const id = await newOrganization('--plan', 'free')

  await expect(type(scene.config, 'credits', 'add', '--organization', id, ...options)).rejects.toThrow(message)

  expect(await typeJson(scene.config, 'credits', 'list', '--organization', id)).toMatchObject({
    balance: 3_000,
    data: [],
  })
})

test.each([newId(new Date()), 'no-id'])('the unknown organization %s has no credits', async id => {
  const unknown = 'No such organization. To list them: npm run -s posthorn -- organization list'
  await expect(type(scene.config, 'credits', 'add', '--organization', id, '--credits', '1')).rejects.toThrow(unknown)
  await expect(type(scene.config, 'credits', 'list', '--organization', id)).rejects.toThrow(unknown)
})

test('an enterprise organization can have its own quotas, with a matching grant', async () => {
  const id = await newOrganization('--plan', 'enterprise', '--sends-per-hour', '7', '--sends-per-month', '900')
  const balance = async () => (await typeJson(scene.config, 'credits', 'list', '--organization', id)).balance
  const { data } = await typeJson(scene.config, 'organization', 'list')
  expect(data.find((one: { id: string }) => one.id === id)).toMatchObject({
    requests_per_hour: null,
    sends_per_hour: 7,
    sends_per_day: null,
    sends_per_month: 900,
  })
  expect(await balance()).toBe(900)

  const setPlan = ['organization', 'set-plan', id, '--plan', 'enterprise']
  const { out } = await type(scene.config, ...setPlan, '--sends-per-day', '80', '--sends-per-month', '1000')

  expect(out).toBe('Acme is now on the enterprise plan: no limit on requests. Messages: 80 per day, 1,000 per month.\n')
  expect(await balance()).toBe(1_000)
})
