import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sceneWithOrganization } from '../../../testing/scene-at-terminal.ts'
import { type } from '../terminal.fixture.ts'

const scene = sceneWithOrganization()

const set = (mode: string, ...times: string[]) =>
  type(scene.config, 'sms', 'quiet-hours', '--organization', scene.organizationId, '--mode', mode, ...times)
const stored = async () =>
  (await sql`select mode, quiet_from, quiet_to from environments order by mode`.execute(scene.database.db)).rows

test('quiet hours are set and removed for one environment', async () => {
  const { out } = await set('live', '--from', '21:00', '--to', '08:30')
  expect(out).toBe('Text messages wait from 21:00 to 08:30, in the local time of the recipient.\n')
  const off = { quiet_from: null, quiet_to: null }
  expect(await stored()).toEqual([
    { mode: 'live', quiet_from: 1_260, quiet_to: 510 },
    { mode: 'test', ...off },
  ])

  expect((await set('live', '--from', 'none')).out).toBe('Text messages are sent at any hour.\n')
  expect(await stored()).toEqual([
    { mode: 'live', ...off },
    { mode: 'test', ...off },
  ])
})

test.each([
  [['--from', '25:00', '--to', '08:00'], '--from must be a time of the day such as 21:00.'],
  [['--from', '21:00'], '--to must be a time of the day such as 21:00.'],
  [['--from', '19:00', '--to', '08:00'], 'Quiet hours can last at most twelve hours'],
  [['--from', '08:00', '--to', '08:00'], 'Quiet hours can last at most twelve hours'],
])('%j is refused', async (times, message) => {
  await expect(set('live', ...times)).rejects.toThrow(message)
})

test('an unknown organization is refused', async () => {
  const nobody = ['--organization', 'nobody', '--mode', 'live', '--from', 'none']
  await expect(type(scene.config, 'sms', 'quiet-hours', ...nobody)).rejects.toThrow()
})
