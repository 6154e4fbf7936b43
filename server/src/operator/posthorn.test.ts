/** The command as it is really called: a process of its own, with its two outputs and its exit code. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { callerFinder, callerIdentifier } from '#resources/organizations/identify.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { emptyFolder } from './terminal.fixture.ts'

const entry = fileURLToPath(new URL('../posthorn.ts', import.meta.url))
const folder = emptyFolder()

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
})
afterAll(() => database[Symbol.asyncDispose]())

/** In an empty folder, so that no .env of a developer's is read. */
function posthorn(words: string[], settings: Record<string, string> = {}) {
  const env = { DATABASE_URL: database.pool.options.connectionString ?? '', ...settings }
  return new Promise<{ exitCode: number | string; out: string; err: string }>(resolve => {
    execFile(process.execPath, [entry, ...words], { env, cwd: folder }, (error, out, err) =>
      resolve({ exitCode: error ? (error.code ?? 'killed') : 0, out, err }),
    )
  })
}

test('the command prints exactly one JSON document, whose keys work', async () => {
  const { exitCode, out, err } = await posthorn(['organization', 'create', '--name', 'Acme', '--plan', 'pro', '--json'])

  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
  const created = JSON.parse(out)
  expect(Object.keys(created)).toEqual(['id', 'live_key', 'test_key'])
  const identify = callerIdentifier(callerFinder(database.db), () => performance.now())
  expect(await identify(created.test_key)).toMatchObject({ organizationId: created.id, mode: 'test' })
})

test.each([
  [
    ['key', 'create', '--organization', 'x', '--mode', 'live', '--permissions', 'all', '--json'],
    {},
    /^Unknown permission "all"\..*\n$/,
  ],
  [['key', 'list', '--organization', 'x', '--json'], {}, /^No such organization\..*\n$/],
  [['frobnicate'], {}, /^Unknown command "frobnicate"\.\ntry: .* help\n$/],
  [['key', 'list'], { PORT: 'x' }, /^PORT must be .*\n$/],
  [
    ['key', 'list'],
    { DATABASE_URL: '' },
    /^Posthorn is not running on \.\/data: start it with npm start, or set DATABASE_URL\n$/,
  ],
])('%j with %j prints nothing but one complaint, and ends with 1', async (words, settings, complaint) => {
  const { exitCode, out, err } = await posthorn(words, settings)

  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' })
  expect(err).toMatch(complaint)
})

test('the doctor ends with 1 and one JSON document when the database is away', async () => {
  const { exitCode, out, err } = await posthorn(['doctor', '--json'], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })

  expect({ exitCode, err }).toEqual({ exitCode: 1, err: '' })
  const { ok, checks } = JSON.parse(out)
  expect(ok).toBe(false)
  expect(checks).toContainEqual(expect.objectContaining({ name: 'database', status: 'error' }))
})

test('the doctor finds a wrong setting instead of stopping at it', async () => {
  const { exitCode, out } = await posthorn(['doctor'], { PORT: 'x' })

  expect(exitCode).toBe(1)
  expect(out).toMatch(/✗ settings +PORT must be/)
})
