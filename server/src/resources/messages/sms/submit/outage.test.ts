/** The database goes away while messages are on their way. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { type DatabaseWire, startDatabaseWire } from '#resources/messages/emails/deliver/database-wire.fixture.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { untilLockWait } from '../../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { draftTo, openSmsFixture, type SmsFixture } from '../sms.fixture.ts'
import { gate, rejected, scripted } from './scripted.fixture.ts'

let texts: SmsFixture
let wire: DatabaseWire
let behindWire: Database
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  texts = await openSmsFixture(url, createCallers)
  wire = await startDatabaseWire(url)
  behindWire = openDatabase({ url: wire.url })
})
afterAll(async () => {
  await behindWire[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await texts[Symbol.asyncDispose]()
})
beforeEach(() => {
  wire.mend()
  return texts.clear()
})
afterEach(() => texts.expectNothingStuck())

const typesOf = async ({ id }: { id: string }) =>
  (await eventsOf(texts.database, id)).map(({ type }) => type.slice('sms.'.length))
const several = (count: number) => texts.accept(Array.from({ length: count }, () => draftTo(texts.newNumber())))

test.each([
  ['taken', undefined, ['sent'], ['sms -10']],
  ['rejected', () => rejected, ['failed'], ['sms -10', 'refund 10']],
] as const)(
  'an answer that arrives while the database is away is kept and stored when it is back: %s',
  async (...given) => {
    const [, answer, types, ledger] = given
    const messages = await several(5)
    const held = gate()
    const far = scripted(answer, { afterSubmit: () => held.passed })
    const running = texts.run(texts.openChannel([far], { database: behindWire }))
    await vi.waitFor(async () => {
      for (const { id } of messages) expect(await texts.progress(id)).toMatchObject({ submitting: true })
    })

    wire.cut()
    held.open()
    await vi.waitFor(() => expect(wire.refused).toBeGreaterThan(0))
    wire.mend()
    await running

    expect(far.begun).toHaveLength(5)
    for (const sms of messages) {
      expect(await typesOf(sms)).toEqual(types)
      expect(await texts.ledger(sms)).toEqual(ledger)
    }
  },
)

test('a message that could not be sent because the database went away is sent later, without a doubt', async () => {
  const [sms] = await several(1)
  if (!sms) throw new Error('nothing was accepted')
  const connected = gate()
  const far = scripted(undefined, { beforeMark: () => connected.passed })
  const broken = gate()
  const submit: typeof far.submit = submission => far.submit(submission).finally(broken.open)
  const worker = texts.openChannel([{ ...far, submit }], { database: behindWire })
  const running = texts.run(worker)
  await vi.waitFor(() => expect(far.begun).toHaveLength(1))

  wire.cut()
  connected.open()
  await broken.passed
  expect(far.copies).toEqual([])
  wire.mend()
  await running

  expect(await texts.progress(sms.id)).toMatchObject({
    status: 'processing',
    attempts: 0,
    crashes: 0,
    held_by: null,
  })
  await texts.comeDue()
  await texts.run(worker)
  expect(far.copies).toHaveLength(1)
  expect(await typesOf(sms)).toEqual(['sent'])
})

test('a worker that starts while the database is away waits for it', async () => {
  const [sms] = await several(1)
  const far = scripted()
  wire.cut()

  await using _ = await texts.start(texts.openChannel([far], { database: behindWire }))
  await vi.waitFor(() => expect(wire.refused).toBeGreaterThan(0))
  wire.mend()

  await vi.waitFor(async () => expect(await texts.statusOf(sms?.id ?? '')).toBe('sent'), { timeout: 10_000 })
  expect(far.copies).toHaveLength(1)
})

test('messages that were taken but not yet read when the database went away are sent later, without a doubt', async () => {
  const messages = await several(5)
  const far = scripted()
  const worker = texts.openChannel([far], { database: behindWire })
  await using opened = new AsyncDisposableStack()
  await texts.second.transaction(async tx => {
    await sql`lock table sms in access exclusive mode`.execute(tx)
    opened.use(await texts.start(worker))
    await vi.waitFor(
      async () => {
        for (const { id } of messages)
          expect(await texts.progress(id)).toMatchObject({ due_at: null, held_by: expect.any(String) })
      },
      { timeout: 10_000 },
    )
    await untilLockWait(tx)
    wire.cut()
  })
  await vi.waitFor(() => expect(wire.refused).toBeGreaterThan(0))
  wire.mend()

  await vi.waitFor(
    async () => {
      for (const { id } of messages) expect(await texts.statusOf(id)).toBe('sent')
    },
    { timeout: 10_000 },
  )
  expect(far.copies.toSorted()).toEqual(messages.map(({ draft }) => `${draft.to} 1/1`).toSorted())
  for (const { id } of messages) expect(await texts.progress(id)).toMatchObject({ crashes: 0, doubts: 0 })
})

test('a database that comes and goes loses no message, and every duplicate is reported', async () => {
  const messages = await several(60)
  const far = scripted(undefined, { maxAtOnce: 4, afterSubmit: () => pause(20) })
  await using _ = await texts.start(texts.openChannel([far], { database: behindWire }))

  for (let nth = 0; nth < 6; nth++) {
    await pause(50)
    wire.cut()
    await pause(40)
    wire.mend()
  }
  await vi.waitFor(
    async () => {
      await texts.comeDue()
      for (const { id } of messages) expect(await texts.statusOf(id)).toBe('sent')
    },
    { timeout: 15_000, interval: 100 },
  )

  const named = new Set<string>()
  for (const sms of messages) if ((await typesOf(sms)).includes('possible_duplicate')) named.add(`${sms.draft.to} 1/1`)
  const copies = Map.groupBy(far.copies, name => name)
  expect(copies.size).toBe(60)
  expect([...copies].filter(([name, list]) => list.length > 1 && !named.has(name))).toEqual([])
  expect(Math.max(...[...copies.values()].map(list => list.length))).toBeLessThanOrEqual(2)
})
