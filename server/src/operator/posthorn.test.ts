/** The command as operators run it: a separate process, with its two outputs and its exit code. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { callerFinder, callerIdentifier } from '#resources/account/organizations/identify.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { emptyFolder } from './terminal.fixture.ts'

const entry = fileURLToPath(new URL('../commands/posthorn.ts', import.meta.url))
const folder = emptyFolder()

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
})
afterAll(() => database[Symbol.asyncDispose]())

/** In an empty folder, so that a developer's .env is not read. */
function posthorn(words: string[], settings: Record<string, string> = {}, cwd = folder) {
  // The first call fills the compile cache for the others.
  const env = {
    DATABASE_URL: database.pool.options.connectionString ?? '',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...settings,
  }
  return new Promise<{ exitCode: number | string; out: string; err: string }>(resolve => {
    execFile(process.execPath, [entry, ...words], { env, cwd }, (error, out, err) =>
      resolve({ exitCode: error ? (error.code ?? 'killed') : 0, out, err }),
    )
  })
}

test('the command prints exactly one JSON document, whose keys work', async () => {
  const { exitCode, out, err } = await posthorn(['organization', 'create', '--name', 'Acme', '--plan', 'pro', '--json'])

  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
  const created = JSON.parse(out)
  expect(Object.keys(created)).toEqual(['id', 'name', 'plan', 'live_key', 'test_key'])
  const identify = callerIdentifier(callerFinder(database.db), () => performance.now())
  expect(await identify(created.test_key)).toMatchObject({ organizationId: created.id, mode: 'test' })
})

test.each([
  [['key', 'list', '--organization', 'x'], {}, /^No such organization\..*\n$/],
  [['frobnicate'], {}, /^Unknown command "frobnicate"\.\ntry: .* help\n$/],
  [['key', 'list'], { PORT: 'x' }, /^PORT must be .*\n$/],
])('%j with %j prints only one error, and exits with 1', async (words, settings, complaint) => {
  const { exitCode, out, err } = await posthorn(words, settings)

  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' })
  expect(err).toMatch(complaint)
})

test.each([
  ['a pipe whose reader is gone', '| true', ''],
  [
    'a full disk',
    '> /dev/full',
    'The output is incomplete: the disk is full. Make room on it, or choose a file on another one.\n',
  ],
])('output into %s ends the command without a stack', async (_, into, complaint) => {
  const command = `set -o pipefail; "${process.execPath}" "${entry}" help ${into}`

  const { exitCode, err } = await new Promise<{ exitCode: unknown; err: string }>(resolve => {
    execFile('bash', ['-c', command], { cwd: folder }, (error, _out, err) => resolve({ exitCode: error?.code, err }))
  })

  expect({ exitCode, err }).toEqual({ exitCode: 1, err: complaint })
})

test('.env may begin with the mark of a Windows editor', async () => {
  const place = emptyFolder()
  writeFileSync(join(place, '.env'), '\ufeffPORT=x\n')

  expect((await posthorn(['key', 'list'], {}, place)).err).toMatch(/^PORT must be .*\n$/)
})

test('.env that cannot be read is named in one line', async () => {
  const place = emptyFolder()
  mkdirSync(join(place, '.env'))

  const { exitCode, err } = await posthorn(['key', 'list'], {}, place)

  expect({ exitCode, err }).toEqual({
    exitCode: 1,
    err: `${join(place, '.env')} cannot be read: ${join(place, '.env')} is a folder. Name a file.\n`,
  })
})

test('the doctor reports a wrong setting instead of stopping at it, and exits with 1 and one JSON document', async () => {
  const { exitCode, out, err } = await posthorn(['doctor', '--json'], { PORT: 'x' })

  expect({ exitCode, err }).toEqual({ exitCode: 1, err: '' })
  const { ok, checks } = JSON.parse(out)
  expect(ok).toBe(false)
  const message = expect.stringMatching(/^PORT must be/)
  expect(checks).toContainEqual(expect.objectContaining({ name: 'settings', status: 'error', message }))
})
