import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { client } from './client.ts'
import { newDataFolder } from './data-folder.ts'
import { createOrganization, type Organization, posthorn } from './operator.ts'
import { repository } from './service.ts'

const { url, dataDir } = inject('service')
const execute = promisify(execFile)

const npmRun = (...args: string[]) => {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: new URL(url).port, POSTHORN_DATA_DIR: dataDir, DATABASE_URL: '' }
  return execute('npm', ['run', '-s', 'posthorn', '--', ...args], { cwd: repository, env })
}

test('npm run -s posthorn prints one JSON document with --json, and the keys in it work at once', async () => {
  const { stdout } = await npmRun('organization', 'create', '--name', 'Acme, Inc.', '--plan', 'pro', '--json')

  const { id, live_key, test_key, ...rest }: Organization & Record<string, unknown> = JSON.parse(stdout)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(live_key).toMatch(/^tx_live_[\w-]{27,}$/)
  expect(test_key).toMatch(/^tx_test_[\w-]{27,}$/)
  expect(JSON.stringify(rest)).not.toMatch(/hash|password/)
  for (const key of [live_key, test_key]) {
    const { status, headers } = await client(url, key).get('/v1/contacts')
    expect([status, headers['ratelimit-limit']]).toEqual([200, '10000'])
  }
})

test('keys are shown once: lists never show them again', async () => {
  const organization = await createOrganization(dataDir)

  const lists = JSON.stringify([
    await posthorn(dataDir, 'organization', 'list'),
    await posthorn(dataDir, 'key', 'list', '--organization', organization.id),
  ])

  expect(lists).toContain(organization.id)
  expect(lists).not.toContain(organization.live_key.slice(0, 24))
  expect(lists).not.toContain(organization.test_key.slice(0, 24))
})

test('doctor finds nothing broken', async () => {
  const { stdout } = await npmRun('doctor', '--json').catch(error => error)

  const report: { ok: boolean; checks: { status: string }[] } = JSON.parse(stdout)
  expect(report.ok, stdout).toBe(true)
})

test.each([
  [['organization', 'create', '--name', 'X', '--plan', 'gold'], /free.*enterprise/],
  [['organization', 'create', '--plan', 'free'], /--name/],
  [['key', 'create', '--organization', 'nobody', '--mode', 'live'], /organization/i],
  [['key', 'create', '--organization', 'nobody', '--mode', 'sideways'], /live.*test/],
  [['key', 'revoke', 'nobody'], /key/i],
  [['frobnicate'], /posthorn/],
])('%j is a mistake, said in a few words with exit code 1', async (args, said) => {
  const failure = await failureOf(posthorn(dataDir, ...args))

  expect(failure.code).toBe(1)
  expect(failure.stderr + failure.stdout).toMatch(said)
  expect(failure.stderr).not.toMatch(/\n\s+at /)
})

test('where nothing is running it says so', async () => {
  using folder = newDataFolder()

  const failure = await failureOf(posthorn(folder.path, 'organization', 'list'))

  expect(failure.code).toBe(1)
  expect(failure.stderr).toMatch(/running|start/i)
  expect(failure.stderr).not.toMatch(/\n\s+at /)
})

/** What a command that fails leaves behind. */
const failureOf = (command: Promise<unknown>): Promise<{ code: number; stdout: string; stderr: string }> =>
  command.then(
    result => ({ code: 0, stdout: JSON.stringify(result), stderr: '' }),
    failure => failure,
  )
