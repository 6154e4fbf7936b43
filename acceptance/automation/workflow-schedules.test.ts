import type { WorkflowRun } from '@posthorn/contract/workflows/workflows'
import { beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let api: Client

// Each test has its own clock.
beforeEach(async () => {
  api = client(url, (await createOrganization(dataDir)).test_key)
})

const day = 86_400

/** Returns the new time of the clock. */
async function advance(seconds: number): Promise<Date> {
  const { status, body } = await api.post<{ now: string }>('/v1/test/clock/advance', { seconds })
  expect(status).toBe(200)
  return new Date(body.now)
}

const advanceTo = async (moment: string): Promise<Date> => {
  const now = await advance(1)
  return advance(Math.round((Date.parse(moment) - now.getTime()) / 1_000))
}

const leave = { steps: [{ key: 'done', type: 'exit', config: {} }], connections: [] }

async function createSchedule(trigger: object, workflow_definition: object = leave): Promise<string> {
  const answer = await api.post<{ id: string }>('/v1/workflows', {
    ...{ name: 'Digest', status: 'active', workflow_definition },
    trigger_config: { type: 'time_based', ...trigger },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

async function createContacts(count: number): Promise<string[]> {
  const created = Array.from({ length: count }, () => api.post<{ id: string }>('/v1/contacts', { email: newEmail() }))
  return (await Promise.all(created)).map(({ body }) => body.id)
}

const readRuns = (workflow: string) => readAll<WorkflowRun>(api, `/v1/workflows/${workflow}/runs?limit=100`)

const untilRuns = (workflow: string, count: number): Promise<WorkflowRun[]> =>
  vi.waitFor(
    async () => {
      const runs = (await readRuns(workflow)).filter(({ finished_at }) => finished_at !== null)
      expect(runs).toHaveLength(count)
      return runs
    },
    { timeout: 20_000, interval: 100 },
  )

const firedAt = (runs: readonly WorkflowRun[]): unknown[] =>
  runs.map(({ trigger }) => Object(trigger).fired_at).toSorted()

describe('a schedule', () => {
  test('takes everybody in each time, at its time', async () => {
    await advanceTo('2027-02-01T00:00:00.000Z')
    const contacts = await createContacts(3)
    const workflow = await createSchedule({ cron: '0 9 * * *', timezone: 'Europe/Berlin' })

    await advance(3 * day)
    const runs = await untilRuns(workflow, 9)

    for (const contact of contacts) {
      expect(firedAt(runs.filter(({ contact_id }) => contact_id === contact))).toEqual(
        ['01', '02', '03'].map(date => `2027-02-${date}T08:00:00.000Z`),
      )
    }
    for (const run of runs) expect(run).toMatchObject({ state: 'completed', started_at: Object(run.trigger).fired_at })
  })

  test('takes only the contacts of its topic', async () => {
    const [reader = ''] = await createContacts(3)
    const topic = await api.post<{ id: string }>('/v1/topics', { name: 'News' })
    await api.post(`/v1/contacts/${reader}/topics/${topic.body.id}`)
    const workflow = await createSchedule({ cron: '0 9 * * *', timezone: 'UTC', topic_id: topic.body.id })

    await advance(day)

    const [run] = await untilRuns(workflow, 1)
    expect(run).toMatchObject({ contact_id: reader, trigger: { type: 'time_based', topic_id: topic.body.id } })
  })

  test('fires once on the day that has no such time, and once on the day that has it twice', async () => {
    await createContacts(1)
    await advanceTo('2027-03-27T12:00:00.000Z')
    const workflow = await createSchedule({ cron: '30 2 * * *', timezone: 'Europe/Berlin' })

    await advance(2 * day)
    const spring = ['2027-03-28T01:00:00.000Z', '2027-03-29T00:30:00.000Z']
    expect(firedAt(await untilRuns(workflow, 2))).toEqual(spring)
    await api.put(`/v1/workflows/${workflow}`, { status: 'paused' })
    await advanceTo('2027-10-30T12:00:00.000Z')
    await api.put(`/v1/workflows/${workflow}`, { status: 'active' })
    await advance(2 * day)

    const autumn = ['2027-10-31T00:30:00.000Z', '2027-11-01T01:30:00.000Z']
    expect(firedAt(await untilRuns(workflow, 4))).toEqual([...spring, ...autumn])
  })

  test('leaves out contacts who are still inside, and takes them in again afterwards', async () => {
    await advanceTo('2027-02-01T00:00:00.000Z')
    await createContacts(1)
    const stay = { steps: [{ key: 'stay', type: 'delay', config: { hours: 36 } }], connections: [] }
    const workflow = await createSchedule({ cron: '0 9 * * *', timezone: 'UTC' }, stay)

    await advance(5 * day)

    // In at nine on the 1st, out at nine in the evening of the 2nd: so not on the 2nd.
    await vi.waitFor(
      async () =>
        expect(firedAt(await readRuns(workflow))).toEqual(
          ['01', '03', '05'].map(date => `2027-02-${date}T09:00:00.000Z`),
        ),
      { timeout: 20_000, interval: 100 },
    )
  })
})
