import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { openBodies } from '#setup/bodies.ts'
import { parseConfig } from '#setup/config.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { checkBodies } from './bodies.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

const check = (place: string) => checkBodies(parseConfig({ POSTHORN_BODIES: place }))

test('a test object is written to the folder and removed', async () => {
  expect(await check(`file:${folder}/bodies`)).toMatchObject([{ status: 'ok' }])

  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile())).toEqual([])
})

test('a folder that cannot be used is an error that says why', async () => {
  writeFileSync(join(folder, 'file'), '')

  expect(await check(`file:${folder}/file`)).toMatchObject([
    { status: 'error', message: expect.stringContaining(`file:${folder}/file fails: `) },
  ])
})

test('what the next start would refuse is an error: another folder than that of the database, or none', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url })
  const inFolder = (place: string) => parseConfig({ DATABASE_URL: url, POSTHORN_BODIES: `file:${folder}/${place}` })
  await openBodies(inFolder('ours'), database.db, pino({ level: 'silent' }))
  await sql`insert into outside_contents (environment_id, id, hash, size, look_at)
    values (gen_random_uuid(), gen_random_uuid(), '\\x01', 1, now())`.execute(database.db)

  expect(await checkBodies(inFolder('ours'))).toMatchObject([{ status: 'ok' }])
  expect(await checkBodies(inFolder('other'))).toMatchObject([
    { status: 'error', message: expect.stringContaining('does not hold the bodies of this database') },
  ])
  expect(await checkBodies(parseConfig({ DATABASE_URL: url }))).toMatchObject([
    { status: 'error', message: expect.stringContaining('POSTHORN_BODIES is not set') },
  ])
})
