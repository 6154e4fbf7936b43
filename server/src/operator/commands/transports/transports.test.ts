import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type, typeJson } from '#operator/terminal.fixture.ts'
import { sceneWithOrganization } from '../../../../testing/scene-at-terminal.ts'

const scene = sceneWithOrganization()

test('a saved transport can be listed and removed without its encryption key', async () => {
  const { config, database } = scene
  await sql`insert into sending_ways values ('sms', 'twilio', '\\x00', '2026-11-17T09:00:00Z')`.execute(database.db)

  const { out } = await type(config, 'transport', 'list')
  expect(out).toMatch(/email +nothing: they are captured +–\n/)
  expect(out).toMatch(/sms +the dashboard +twilio, 2026-11-17 09:00 UTC\n/)

  await typeJson(config, 'transport', 'remove', 'sms')
  const { data } = await typeJson({ ...config, smppUrl: 'smpp://a:b@smsc.test' }, 'transport', 'list')
  expect(data[1]).toEqual({ channel: 'sms', settings: ['POSTHORN_SMPP_URL'], saved: null })
  await expect(type(config, 'transport', 'remove', 'sms')).rejects.toThrow('Nothing is saved for sms.')
})
