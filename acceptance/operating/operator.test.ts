import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { account, type Credits } from '@posthorn/contract/account'
import { expect, inject, test } from 'vitest'
import { client } from '../http-client/client.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { givenDatabase } from '../service/data-folder.ts'
import { createOrganization, type Organization, posthorn } from '../service/operator.ts'
import { repository } from '../service/service.ts'

const { url, dataDir } = inject('service')
const execute = promisify(execFile)

const npmRun = (...args: string[]) => {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: new URL(url).port, POSTHORN_DATA_DIR: dataDir, DATABASE_URL: givenDatabase(dataDir) }
  return execute('npm', ['run', '-s', 'posthorn', '--', ...args], { cwd: repository, env })
}

test('npm run -s posthorn prints one JSON document with --json, and its keys work at once', async () => {
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

test('credits that the operator adds are in the balance at once, for both keys', async () => {
  const { id, live_key, test_key } = await createOrganization(dataDir, 'free')
  const balances = async () => {
    const read = (key: string) => client(url, key).get<Credits>('/v1/credits')
    const answers = await Promise.all([live_key, test_key].map(read))
    for (const { body } of answers) expectShape(body, account.getCredits.reply)
    return answers.map(({ body }) => body.balance)
  }
  expect(await balances()).toEqual([3_000, 3_000])

  const note = ['--note', 'Invoice 1042']
  const added = await posthorn(dataDir, 'credits', 'add', '--organization', id, '--credits', '0.5', ...note)

  expect(added).toEqual({ organization_id: id, credits: 0.5, balance: 3_000.5 })
  expect(await balances()).toEqual([3_000.5, 3_000.5])
  const list = await posthorn<{ data: unknown[] }>(dataDir, 'credits', 'list', '--organization', id)
  expect(list.data).toContainEqual(expect.objectContaining({ kind: 'added', credits: 0.5, note: 'Invoice 1042' }))
})

test('a larger plan brings its quotas and its grant at once, and Enterprise brings the given ones', async () => {
  const { id, live_key } = await createOrganization(dataDir, 'free')
  const figures = async () => {
    const { body } = await client(url, live_key).get<Credits>('/v1/credits')
    return [body.hourly_limit, body.daily_limit, body.monthly_limit, body.balance]
  }
  expect(await figures()).toEqual([100, 100, 3_000, 3_000])

  await posthorn(dataDir, 'organization', 'set-plan', id, '--plan', 'starter')
  expect(await figures()).toEqual([1_000, 5_000, 50_000, 50_000])

  const own = ['--sends-per-hour', '7', '--sends-per-day', '80', '--sends-per-month', '900']
  await posthorn(dataDir, 'organization', 'set-plan', id, '--plan', 'enterprise', ...own)
  expect(await figures()).toEqual([7, 80, 900, 900])
})

test('doctor finds nothing broken', async () => {
  const { stdout } = await npmRun('doctor', '--json').catch(error => error)

  const report: { ok: boolean; checks: { status: string }[] } = JSON.parse(stdout)
  expect(report.ok, stdout).toBe(true)
})
