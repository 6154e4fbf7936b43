import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { openBodies } from './bodies.ts'
import { parseConfig } from './config.ts'

let database: Database
const folder = mkdtempSync(join(tmpdir(), 'posthorn-bodies-'))
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const log = pino({ level: 'silent' })
const open = (place: string) =>
  openBodies(
    parseConfig({ POSTHORN_BODIES: place, POSTHORN_BODIES_ACCESS_KEY: 'a', POSTHORN_BODIES_SECRET_KEY: 'b' }),
    database.db,
    log,
  )

test('a folder that cannot be written stops the start; an unreachable bucket does not', async () => {
  writeFileSync(join(folder, 'file'), '')

  await expect(open(`file:${folder}/file`)).rejects.toThrow(`the folder ${folder}/file cannot be used`)
  expect(await open('s3://bodies?endpoint=http://127.0.0.1:9')).toMatchObject({ objects: { name: 's3://bodies' } })
})

test.skipIf(process.platform !== 'linux')('a folder that can never be created stops the start', async () => {
  await expect(open('file:/proc/posthorn/bodies')).rejects.toThrow('the folder /proc/posthorn/bodies cannot be used')
})

test('a folder of another database stops the start', async () => {
  await open(`file:${folder}/one`)

  await expect(open(`file:${folder}/other`)).rejects.toThrow('must be the same place for every process')
})

test('the setting cannot be removed while bodies are kept outside', async () => {
  expect(await open('postgres')).toMatchObject({ objects: null })
  await sql`insert into outside_contents (environment_id, id, hash, size, look_at)
    values (gen_random_uuid(), gen_random_uuid(), '\x01', 1, now())`.execute(database.db)

  await expect(open('postgres')).rejects.toThrow('Set it as it was')
})
