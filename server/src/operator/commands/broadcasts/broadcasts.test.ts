import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sceneWithOrganization } from '../../../../testing/scene-at-terminal.ts'
import { type } from '../../terminal.fixture.ts'

const scene = sceneWithOrganization()

const rules = (...options: string[]) =>
  type(scene.config, 'broadcast', 'rules', '--organization', scene.organizationId, ...options)

test('the rules are shown, and can be changed separately', async () => {
  expect((await rules()).out).toBe(
    'Broadcasts of a domain pause above 5 % bounces or 0.3 % complaints within a day.\n' +
      'Without a visible unsubscribe link they get a line with one.\n',
  )

  await rules('--bounces', '2.5')
  const { out } = await rules('--complaints', '0.1', '--unsubscribe-line', 'required')

  expect(out).toBe(
    'Broadcasts of a domain pause above 2.5 % bounces or 0.1 % complaints within a day.\n' +
      'Without a visible unsubscribe link they are refused.\n',
  )
})

test.each(['0', '101', 'many', '1e1'])('%s is not a valid percentage', async text => {
  await expect(rules('--bounces', text)).rejects.toThrow('--bounces must be a number above 0 and up to 100')
})

test('the operator resumes paused broadcasts once', async () => {
  const where = ['--organization', scene.organizationId, '--mode', 'live', '--domain', 'acme.test']
  const resume = () => type(scene.config, 'broadcast', 'resume', ...where)
  await sql`insert into broadcast_pauses (environment_id, domain, id, reason, paused_at)
    select id, 'acme.test', gen_random_uuid(), '12 of 20 (60.0 %) bounced', now() from environments where mode = 'live'`.execute(
    scene.database.db,
  )

  expect((await resume()).out).toBe('Broadcasts of acme.test continue.\n')

  await expect(resume()).rejects.toThrow(/^The broadcasts of \S+ are not paused in the live environment\.$/)
})
