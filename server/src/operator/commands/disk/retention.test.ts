import { expect, test } from 'vitest'
import { sceneWithOrganization } from '../../../../testing/scene-at-terminal.ts'
import { type, typeJson } from '../../terminal.fixture.ts'

const scene = sceneWithOrganization()
const words = (...more: string[]) => ['retention', '--organization', scene.organizationId, ...more]

test('retention is shown, changed for one environment, and then shown as changed', async () => {
  const { out } = await type(scene.config, ...words('--mode', 'live'))
  expect(out).toMatch(
    /^WHAT +KEPT +EMAILS +ABOUT\nbodies +30 days +0 +0 bytes\nevents +90 days .*\nmessages +400 days /,
  )

  await type(scene.config, ...words('--mode', 'live', '--bodies', '0', '--messages', 'forever'))

  const changed = await typeJson(scene.config, ...words('--mode', 'live'))
  expect(changed).toMatchObject({ mode: 'live', bodies_days: 0, events_days: 90, messages_days: null })
  expect((await type(scene.config, ...words('--mode', 'live'))).out).toMatch(/until it has ended[\s\S]*forever/)
  expect(await typeJson(scene.config, ...words('--mode', 'test'))).toMatchObject({ bodies_days: 7, messages_days: 7 })
})

test.each([
  [['--events', '0'], '--events must be a number of days such as 30, or forever.'],
  [['--bodies', 'never'], '0 keeps content until its email has ended'],
  [['--messages', 'soon'], '--messages must be'],
  [['--messages', '3'], /^--messages must keep messages at least as long/],
  [['--bodies', 'forever'], /^--bodies must keep messages at least as long/],
])('%j is refused', async (given, message) => {
  await expect(type(scene.config, ...words('--mode', 'test', ...given))).rejects.toThrow(message)
})
