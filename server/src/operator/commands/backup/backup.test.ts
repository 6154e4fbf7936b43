import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '#setup/config.ts'
import { sceneWithOrganization } from '../../../../testing/scene-at-terminal.ts'
import { type, typeJson } from '../../terminal.fixture.ts'

const scene = sceneWithOrganization()
const folder = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a backup and the sizes say what is kept outside of the database, and so not in them', async () => {
  await sql`insert into outside_contents (environment_id, id, hash, size, look_at)
    select gen_random_uuid(), gen_random_uuid(), '\x01', 1024, now() from generate_series(1, 3)`.execute(
    scene.database.db,
  )
  const config = parseConfig({ DATABASE_URL: scene.config.databaseUrl ?? '', POSTHORN_BODIES: `file:${folder}/bodies` })

  const { out } = await type(config, 'backup', join(folder, 'one'))

  expect(out).toContain(`Not in it: 3 bodies and attachments (3 KiB) in file:${folder}/bodies.`)
  expect(await typeJson(config, 'backup', join(folder, 'two'))).toMatchObject({ not_included: { contents: 3 } })
  expect((await type(config, 'disk')).out).toContain(`Not counted: bodies and attachments in file:${folder}/bodies.`)
  expect((await type(scene.config, 'disk')).out).not.toContain('Not counted')
})
