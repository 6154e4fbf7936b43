import type { ContactFileImport } from '@posthorn/contract/audience/contact-files'
import type { Contact } from '@posthorn/contract/audience/contacts'
import { expect, test } from 'vitest'
import { isLong, often } from '../faults/scale.ts'
import { ask, client } from '../http-client/client.ts'
import { listenTo } from '../http-client/event-stream.ts'
import { type Attempt, create, startLoad } from '../http-client/load.ts'
import { expectBack, expectOutage } from '../http-client/outage.ts'
import { newEmail } from '../http-client/unique.ts'
import { familyOf, isRunning, postgresPid } from '../service/data-folder.ts'
import { type Service, startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

const keys = {
  POSTHORN_LIVE_KEY: 'tx_live_of_a_service_that_is_killed',
  POSTHORN_TEST_KEY: 'tx_test_of_a_service_that_is_killed',
}

test('kill -9 under load loses nothing that was answered, and a retry with the same key creates nothing twice', async () => {
  using folder = usedDataFolder()
  const attempts: Attempt[] = []
  const imports: string[] = []
  for (let kill = 0; kill < often({ usually: 1, long: 3 }); kill++) {
    const service = await startService({ dataDir: folder.path, env: keys })
    imports.push(await importFile(service))
    const load = startLoad(service.url, service.testKey, { clients: 16 })
    await expect.poll(load.created, { timeout: 20_000, interval: 5 }).toBeGreaterThan(100)
    service.signal('SIGKILL')
    await Promise.all([service.exited, load.ended])
    attempts.push(...load.attempts)
  }

  await using service = await startService({ dataDir: folder.path, env: keys })

  const answered = attempts.filter(({ answer }) => answer)
  expect(answered.filter(({ answer }) => answer?.status !== 201)).toEqual([])
  expect(attempts.length, 'some requests were cut off').toBeGreaterThan(answered.length)
  const again = await Promise.all(attempts.map(attempt => create(service.url, service.testKey, attempt)))
  for (const [index, { answer }] of again.entries()) {
    const first = attempts[index]?.answer
    expect(answer?.status).toBe(201)
    if (!first) continue
    expect(answer?.body).toEqual(first.body)
    expect(answer?.headers['idempotent-replayed']).toBe('true')
  }
  const ids = again.map(({ answer }) => answer?.body.id)
  expect(new Set(ids).size).toBe(attempts.length)
  expect(new Set(await everyId(service.url, service.testKey))).toEqual(new Set(ids))
  for (const id of imports) {
    const read = async () =>
      (await client(service.url, service.liveKey).get<ContactFileImport>(`/v1/contacts/imports/${id}`)).body
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('completed')
    expect((await read()).counts).toEqual({ total: 2_000, created: 2_000, updated: 0, unchanged: 0, refused: 0 })
  }
})

/** In the other environment, with several pages to read. */
async function importFile({ url, liveKey }: Service): Promise<string> {
  const rows = Array.from({ length: 2_000 }, newEmail)
  const { body } = await client(url, liveKey).post<{ id: string }>('/v1/contacts/imports', {
    csv: ['email', ...rows].join('\n'),
  })
  return body.id
}

/** faults/mixes.test.ts kills it on every change. */
test.runIf(isLong)(
  'the embedded PostgreSQL killed and frozen: 2xx or 503 meanwhile, back by itself, nothing lost',
  async () => {
    using folder = usedDataFolder()
    await using service = await startService({ dataDir: folder.path, env: { ...keys, LOG_LEVEL: 'fatal' } })
    const listener = await listenTo({ url: service.url, key: service.testKey })
    const load = startLoad(service.url, service.testKey, { clients: 8 })

    for (let kill = 0; kill < often({ usually: 2, long: 3 }); kill++) {
      const before = load.created()
      await expect.poll(load.created, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before + 50)
      const postgres = postgresPid(folder.path) ?? 0
      process.kill(postgres, 'SIGKILL')
      await expect.poll(() => isRunning(postgres)).toBe(false)
      const lost = load.created()
      await expect.poll(load.created, { timeout: 10_000, message: 'creates again' }).toBeGreaterThan(lost + 8)
    }
    await load.stop()
    await expectFrozenIsAnOutage(service)

    const statuses = new Set(load.attempts.map(({ answer, failure }) => answer?.status ?? failure?.code))
    expect([...statuses].sort()).toEqual([201, 503])
    expect(Math.max(...load.attempts.map(({ ms }) => ms)), 'milliseconds of the slowest answer').toBeLessThan(10_000)
    expect(isRunning(service.pid)).toBe(true)
    expect((await ask(service.url, { path: '/readyz' })).status).toBe(200)
    const stored = new Set(await everyId(service.url, service.testKey))
    const lost = load.attempts.filter(({ answer }) => answer?.status === 201 && !stored.has(answer.body.id))
    expect(lost).toEqual([])
    const heard = () => listener.events.map(({ data }) => Object(data).id).toSorted()
    await expect.poll(heard, { timeout: 20_000, message: 'one stream all the time' }).toEqual([...stored].toSorted())
    listener.hangUp()
  },
)

/** A halted PostgreSQL accepts connections and answers nothing: the worst kind of outage. */
async function expectFrozenIsAnOutage({ url, testKey, dataDir }: Service) {
  const family = familyOf(postgresPid(dataDir) ?? 0)
  try {
    for (const pid of family) process.kill(pid, 'SIGSTOP')
    await expectOutage({ url, key: testKey }, 10_000)
  } finally {
    for (const pid of family) process.kill(pid, 'SIGCONT')
  }
  await expectBack({ url, key: testKey })
}

async function everyId(url: string, key: string): Promise<string[]> {
  const ids: string[] = []
  type Page = { data: Contact[]; next_cursor?: string }
  let cursor: string | undefined
  do {
    const path = `/v1/contacts?limit=100${cursor ? `&cursor=${cursor}` : ''}`
    const page = await client(url, key).get<Page>(path)
    expect(page.status).toBe(200)
    ids.push(...page.body.data.map(({ id }) => id))
    cursor = page.body.next_cursor
  } while (cursor)
  return ids
}
