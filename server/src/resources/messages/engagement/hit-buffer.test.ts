import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { type DatabaseWire, startDatabaseWire } from '#resources/messages/emails/deliver/database-wire.fixture.ts'
import { cpuNow } from '../../../../testing/cpu-clock.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type HitBufferParts, openHitBuffer } from './hit-buffer.ts'
import { type RecordParts, recordHits } from './record.ts'
import { createEmail, hitOn, progressOf } from './tracked-email.fixture.ts'

let database: Database
let behindWire: Database
let wire: DatabaseWire
let email: EmailKey
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  database = openDatabase({ url })
  wire = await startDatabaseWire(url)
  behindWire = openDatabase({ url: wire.url })
})
afterAll(async () => {
  await behindWire[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})
beforeEach(async () => {
  wire.mend()
  email = await createEmail(database)
})

const parts: RecordParts = { isScannerNetwork: () => false, locate: () => undefined, onFirsts: async () => {} }
const opened = (special: Partial<HitBufferParts> = {}) => {
  let lost = 0
  const batches: number[] = []
  const hitBuffer = openHitBuffer({
    database: behindWire,
    write(tx, hits) {
      batches.push(hits.length)
      return recordHits(tx, parts, hits)
    },
    onLost: count => {
      lost += count
    },
    ...special,
  })
  return { hitBuffer, batches, lost: () => lost }
}
const opens = async () => (await progressOf(database, email)).open_count

test('a noted hit is written within moments, many at once', async () => {
  const { hitBuffer, batches } = opened()
  await using _ = hitBuffer

  for (let nth = 0; nth < 500; nth++) hitBuffer.note(hitOn(email))

  await vi.waitFor(async () => expect(await opens()).toBe(500))
  expect(batches).toEqual([500])
})

test('noting a hit never waits, even when the database is away', async () => {
  const { hitBuffer } = opened()
  await using _ = hitBuffer
  wire.cut()

  const started = cpuNow()
  for (let nth = 0; nth < 1_000; nth++) hitBuffer.note(hitOn(email))

  expect(cpuNow() - started).toBeLessThan(100)
  await vi.waitFor(() => expect(wire.refused).toBeGreaterThan(0), { timeout: 5_000 })
  wire.mend()
  await vi.waitFor(async () => expect(await opens()).toBe(1_000), { timeout: 5_000 })
})

test('a database that comes and goes under load loses nothing', async () => {
  const { hitBuffer, lost } = opened()
  await using _ = hitBuffer
  let noted = 0
  const ends = performance.now() + 2_000

  for (let turn = 0; performance.now() < ends; turn++) {
    if (turn % 40 === 20) wire.cut()
    if (turn % 40 === 30) wire.mend()
    for (let nth = 0; nth < 4; nth++, noted++) hitBuffer.note(hitOn(email))
    await pause(10)
  }
  wire.mend()

  await vi.waitFor(async () => expect(await opens()).toBeGreaterThanOrEqual(noted), { timeout: 10_000 })
  expect(lost()).toBe(0)
  // A batch whose COMMIT was cut off may count twice, but its facts and its counts agree (up to a thousand).
  expect(await eventsOf(database, email.emailId)).toHaveLength(await opens())
})

test('when the buffer is full, hits are dropped and counted, and the buffered ones are written', async () => {
  const { hitBuffer, lost } = opened({ room: 100 * (300 + hitOn(email).userAgent.length) })
  await using _ = hitBuffer
  wire.cut()

  for (let nth = 0; nth < 150; nth++) hitBuffer.note(hitOn(email))

  expect(lost()).toBe(50)
  wire.mend()
  await vi.waitFor(async () => expect(await opens()).toBe(100), { timeout: 5_000 })
  // There is room once the answer to the commit arrives, a moment after others can see what it wrote.
  await vi.waitFor(() => {
    const before = lost()
    hitBuffer.note(hitOn(email))
    expect(lost()).toBe(before)
  })
  await vi.waitFor(async () => expect(await opens()).toBe(101), { timeout: 5_000 })
})

test('a hit that cannot be written does not lose any other', async () => {
  const { hitBuffer, lost } = opened()
  await using _ = hitBuffer

  hitBuffer.note(hitOn(email))
  hitBuffer.note(hitOn(email, { link: '\0' }))
  hitBuffer.note(hitOn(email))

  await vi.waitFor(async () => expect(await opens()).toBe(2))
  expect(lost()).toBe(1)
})

test('closing writes what is left', async () => {
  const { hitBuffer } = opened()
  for (let nth = 0; nth < 2_500; nth++) hitBuffer.note(hitOn(email))

  await hitBuffer[Symbol.asyncDispose]()

  expect(await opens()).toBe(2_500)
})

test('closing does not wait long for a database that stays away, and reports what is lost', async () => {
  const { hitBuffer, lost } = opened()
  wire.cut()
  for (let nth = 0; nth < 5_000; nth++) hitBuffer.note(hitOn(email))

  const started = performance.now()
  await hitBuffer[Symbol.asyncDispose]()

  expect(performance.now() - started).toBeLessThan(8_000)
  expect(lost()).toBe(5_000)
})
