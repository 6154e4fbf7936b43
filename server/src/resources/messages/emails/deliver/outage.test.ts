/** The database becomes unavailable while messages are on their way. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { draftTo, type EmailFixture, openEmailFixture } from '../emails.fixture.ts'
import { type DatabaseWire, startDatabaseWire } from './database-wire.fixture.ts'
import { accepted, gate, scripted } from './scripted.fixture.ts'

let mail: EmailFixture
let wire: DatabaseWire
let behindWire: Database
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  mail = await openEmailFixture(url, createCallers)
  wire = await startDatabaseWire(url)
  behindWire = openDatabase({ url: wire.url })
})
afterAll(async () => {
  await behindWire[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})
beforeEach(() => {
  wire.mend()
  return mail.clear()
})
afterEach(() => mail.expectNothingStuck())

const typesOf = async (id: string) => (await eventsOf(mail.database, id)).map(({ type }) => type)
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 })

test('a result that arrives while the database is away is kept and stored when it is back', async () => {
  const emails = await mail.accept([0, 1, 2, 3, 4].map(nth => draftTo([`${nth}@a.example`])))
  const answer = gate()
  const far = scripted(undefined, { afterDot: () => answer.passed })
  const running = mail.run(mail.openChannel([far], { database: behindWire }))
  await eventually(() => expect(far.copies).toHaveLength(5))

  wire.cut()
  answer.open()
  await eventually(() => expect(wire.refused).toBeGreaterThan(0))
  wire.mend()
  await running

  expect(far.copies).toHaveLength(5)
  for (const { id } of emails) {
    expect(await typesOf(id)).toEqual(['email.processing', 'email.sent', 'email.delivered'])
  }
})

test('a message that was not complete when the database went away is not completed, and is sent later', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const body = gate()
  const far = scripted(() => body.passed.then(() => accepted))
  const broken = gate()
  const send: typeof far.send = transmission => far.send(transmission).finally(broken.open)
  const worker = mail.openChannel([{ ...far, send }], { database: behindWire })
  const running = mail.run(worker)
  await eventually(() => expect(far.begun).toHaveLength(1))

  wire.cut()
  body.open()
  await broken.passed
  expect(far.copies).toEqual([])
  wire.mend()
  await running

  expect(await mail.delivery(email.id)).toMatchObject({ state: 'waiting', attempts: 0, crashes: 0, dot: false })
  await mail.comeDue()
  await mail.run(worker)
  expect(far.copies).toEqual(['ada@a.example'])
  expect(await typesOf(email.id)).toEqual(['email.processing', 'email.sent', 'email.delivered'])
})

test('an email that is due while the database is away is delivered when it is back', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const far = scripted()
  wire.cut()

  await using _worker = await mail.start(mail.openChannel([far], { database: behindWire }), behindWire)
  await eventually(() => expect(wire.refused).toBeGreaterThan(0))
  expect(far.begun).toEqual([])
  wire.mend()

  await eventually(async () => expect(await mail.statusOf(email.id)).toBe('delivered'))
  expect(far.copies).toEqual(['ada@a.example'])
})

test('a worker that must stop does not wait for a database that stays away; due emails stay due', async () => {
  const worker = await mail.start(mail.openChannel([scripted()], { database: behindWire }), behindWire)
  wire.cut()
  await eventually(() => expect(wire.refused).toBeGreaterThan(0))
  const email = await mail.acceptOne(['ada@a.example'])

  await worker[Symbol.asyncDispose]()

  expect(await mail.dueEmails()).toEqual([email.id])
})

test('a database that comes and goes loses no email, and every duplicate is reported', {
  timeout: 60_000,
}, async () => {
  const emails = await mail.accept(Array.from({ length: 60 }, (_, nth) => draftTo([`${nth}@${nth % 7}.example`])))
  const far = scripted(
    async () => {
      await pause(20)
      return accepted
    },
    { maxConnections: 2 },
  )
  await using _worker = await mail.start(mail.openChannel([far], { database: behindWire }), behindWire)

  for (let nth = 1; nth <= 6; nth++) {
    await eventually(() => expect(far.copies.length).toBeGreaterThan(nth * 7))
    wire.cut()
    await eventually(() => expect(wire.refused).toBeGreaterThan(1))
    wire.mend()
    await mail.comeDue()
  }
  await eventually(async () => {
    await mail.comeDue()
    for (const { id } of emails) expect(await mail.statusOf(id)).toBe('delivered')
  })

  const named = new Set<string>()
  for (const { id, draft } of emails) {
    if ((await typesOf(id)).includes('email.possible_duplicate')) named.add(draft.to[0] ?? '')
  }
  const copies = Map.groupBy(far.copies, address => address)
  expect(copies.size).toBe(60)
  expect([...copies].filter(([address, list]) => list.length > 1 && !named.has(address))).toEqual([])
  expect(Math.max(...[...copies.values()].map(list => list.length))).toBeLessThanOrEqual(2)
})
