import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { checkRestorable } from '#postgres/backup/restore-backup.ts'
import { parseConfig } from '#setup/config.ts'
import { sceneWithOrganization } from '../../../../testing/scene-at-terminal.ts'
import { operate } from '../../operate.ts'
import { emptyFolder, operatorOf, type, typeJson } from '../../terminal.fixture.ts'

const scene = sceneWithOrganization()
const folder = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('backup and disk say which data is kept outside of the database and not included', async () => {
  await sql`insert into outside_contents (environment_id, id, hash, size, look_at)
    select gen_random_uuid(), gen_random_uuid(), '\x01', 1024, now() from generate_series(1, 3)`.execute(
    scene.database.db,
  )
  const config = parseConfig({ DATABASE_URL: scene.config.databaseUrl ?? '', POSTHORN_BODIES: `file:${folder}/bodies` })

  const { out } = await type(config, 'backup', join(folder, 'one'))

  expect(out).toContain(`Not included: 3 bodies and attachments (3 KiB) in file:${folder}/bodies.`)
  expect(await typeJson(config, 'backup', join(folder, 'two'))).toMatchObject({ not_included: { contents: 3 } })
  expect((await type(config, 'disk')).out).toContain(`Not counted: bodies and attachments in file:${folder}/bodies.`)
  expect((await type(scene.config, 'disk')).out).not.toContain('Not counted')
})

test('a backup into a folder that does not exist is refused with one line', async () => {
  const file = join(folder, 'nowhere', 'a.backup')

  await expect(type(scene.config, 'backup', file)).rejects.toThrow(
    `${file} cannot be written: there is no folder ${join(folder, 'nowhere')}.`,
  )
})

test('of two backups that write one file at once, one is refused and the other is complete', async () => {
  const place = emptyFolder()
  const file = join(place, 'a.backup')

  const results = await Promise.allSettled([type(scene.config, 'backup', file), type(scene.config, 'backup', file)])

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { name: 'Fatal', message: expect.stringMatching(/exists/) },
  })
  expect(readdirSync(place)).toEqual(['a.backup'])
  await expect(checkRestorable(file)).resolves.toBeDefined()
})

test('an interrupted backup leaves no file behind', async () => {
  const place = emptyFolder()
  const untilInterrupted = () => AbortSignal.abort()

  await expect(
    operate(['backup', join(place, 'a.backup')], { ...operatorOf(scene.config), untilInterrupted, write: () => {} }),
  ).rejects.toThrow('The backup was interrupted, and its unfinished file removed.')
  expect(readdirSync(place)).toEqual([])
})

test('when the reader of a backup has gone, the error names the reader, not the database', async () => {
  const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })
  const output = () => new Writable({ write: (_chunk, _encoding, done) => done(gone) }).on('error', () => {})

  await expect(operate(['backup', '-'], { ...operatorOf(scene.config), output, write: () => {} })).rejects.toThrow(
    'The backup is incomplete: the program that reads it has ended.',
  )
})
