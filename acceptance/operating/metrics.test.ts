import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { send, untilStatus } from '../emails/sending.ts'
import { ask, client } from '../http-client/client.ts'
import { createOrganization } from '../service/operator.ts'
import { repository } from '../service/service.ts'

const { url, dataDir } = inject('service')

const scrape = async () => (await ask(url, { path: '/metrics' })).text

/** The value of a line, 0 where there is none yet. */
const figure = (metrics: string, line: string): number =>
  Number(
    metrics
      .split('\n')
      .find(one => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1) ?? 0,
  )

test('the backlog, and the health of the database, are reported for every kind of work', async () => {
  const metrics = await scrape()

  for (const kind of ['email', 'sms', 'webhook', 'workflow_run', 'job'])
    for (const name of ['posthorn_queue_due', 'posthorn_queue_oldest_seconds', 'posthorn_queue_later'])
      expect(metrics).toMatch(new RegExp(`^${name}\\{kind="${kind}"\\} \\d`, 'm'))
  expect(metrics).toMatch(/^posthorn_database_connections\{state="in_use"\} \d/m)
  expect(metrics).toMatch(/^posthorn_database_outages_total \d/m)
  expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
})

test('an email that leaves is counted by transport and result', async () => {
  const live = client(url, (await createOrganization(dataDir)).live_key)
  const captured = 'posthorn_attempts_total{kind="email",transport="capture",result="accepted"}'
  const before = figure(await scrape(), captured)

  // A worker that another test runs beside the service may have taken one.
  const counted = async () => {
    await untilStatus(live, (await send(live, {})).id)
    return figure(await scrape(), captured)
  }

  await expect.poll(counted, { timeout: 20_000 }).toBeGreaterThan(before)
  expect(figure(await scrape(), 'posthorn_batch_rows_count{kind="email"}')).toBeGreaterThan(0)
})

/** The metrics of a read replica appear only where there is one. */
const isOfReplica = (name: string | undefined) => name?.startsWith('posthorn_replica_') === true

test('every metric of ours is in the table for operators, and nothing else is', async () => {
  const told = [...(await scrape()).matchAll(/^# HELP (posthorn_\w+)/gm)].map(([, name]) => name)
  const text = readFileSync(join(repository, 'docs/operating.md'), 'utf8')
  const documented = [...text.matchAll(/^\| `(posthorn_\w+)/gm)].map(([, name]) => name)

  expect(documented.filter(name => !isOfReplica(name)).toSorted()).toEqual(told.toSorted())
})
