/** Broadcasts at a local time of each recipient, and what the clock of a test environment does to them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { createField } from '#resources/audience/fields/create.ts'
import { advanceClock } from '#resources/automation/test-clock/advance.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { findWaits } from '#resources/messages/explain/waits.ts'
import { explainSms, smsReader } from '#resources/messages/sms/read/read.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type BroadcastFixture, openBroadcastFixture } from './broadcasts.fixture.ts'

let mail: EmailFixture
let fixture: BroadcastFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  fixture = openBroadcastFixture(mail)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(async () => {
  await mail.clear()
  await fixture.clear()
  await sql`update environments set clock_ahead_ms = 0`.execute(mail.database.db)
})

const hour = 3_600
const inTx = <T>(work: Parameters<typeof mail.database.transaction<T>>[0]) => mail.database.transaction(work)
const contents = {
  email: {},
  sms: { channel: 'sms', from: '+15005550006', body: 'Hi', everyone: true },
} as const
const addContacts = (caller: Caller, ...zones: (string | undefined)[]) =>
  inTx(async tx => {
    const now = systemClock()
    await createField(tx, caller, now, { key: 'timezone', type: 'string', fallback: 'Asia/Tokyo' })
    const contact = (timezone: string | undefined, nth: number) => ({
      ...{ email: `reader${nth}@a.example`, phone_number: `+1415555010${nth}` },
      ...(timezone !== undefined && { properties: { timezone } }),
    })
    await createContacts(
      tx,
      zones.map((zone, nth) => ({ caller, asked: contact(zone, nth), now })),
    )
  })

describe.each(['email', 'sms'] as const)('a broadcast of channel %s', channel => {
  const waiting = async () => {
    const table = sql.table(channel === 'email' ? 'deliveries' : 'sms_progress')
    const id = sql.ref(channel === 'email' ? 'email_id' : 'sms_id')
    const { rows } = await sql<{ id: string; waitsFor: string | null; dueAt: Date; inHours: number }>`
      select ${id} as id, waits_for as "waitsFor", due_at as "dueAt", (extract(epoch from due_at - now()) / 3600)::float8 as "inHours"
      from ${table} order by due_at desc`.execute(mail.database.db)
    return rows
  }

  test('leaves at the local time of each contact, and says what it waits for', async () => {
    await addContacts(mail.live, 'Europe/Berlin', undefined)
    const broadcast = await fixture.create(contents[channel])
    await fixture.send(broadcast, { local_time: '2033-06-01T09:00', timezone: 'Europe/Berlin' })
    await fixture.comeDue()
    await fixture.step()

    expect(await waiting()).toMatchObject([
      { dueAt: new Date('2033-06-01T07:00:00Z'), waitsFor: 'local time 2033-06-01 09:00 in Europe/Berlin' },
      { dueAt: new Date('2033-06-01T00:00:00Z'), waitsFor: 'local time 2033-06-01 09:00 in Asia/Tokyo' },
    ])
  })

  test('leaves at once where that time has passed', async () => {
    await addContacts(mail.live, 'Pacific/Kiritimati')
    const broadcast = await fixture.create(contents[channel])
    const soon = new Date(Date.now() + hour * 1_000).toISOString().slice(0, 16)
    await fixture.send(broadcast, { local_time: soon, timezone: 'Europe/Berlin' })
    await fixture.step()

    const [only] = await waiting()
    expect(only?.waitsFor).toBeNull()
    expect(only?.inHours).toBeLessThanOrEqual(0)
  })

  test('in a test environment, begins and leaves when its clock reaches the time, whenever the clock was advanced', async () => {
    const forward = (hours: number) => inTx(tx => advanceClock(tx, mail.test, hours * hour))
    await forward(24)
    await addContacts(mail.test, 'Etc/UTC')
    const broadcast = await fixture.create(contents[channel], mail.test)
    const inThreeDays = new Date(Date.now() + 72 * hour * 1_000).toISOString().slice(0, 16)
    await fixture.send(broadcast, { local_time: inThreeDays, timezone: 'Etc/UTC' }, mail.test)

    await forward(33)
    await fixture.step()
    expect(await waiting()).toEqual([])
    await forward(1)
    await fixture.step()
    expect((await waiting()).map(({ inHours }) => Math.round(inHours))).toEqual([14])
    await forward(13)
    const [only] = await waiting()
    expect(Math.round(only?.inHours ?? 0)).toBe(1)
    const { environmentId } = mail.test
    const waits = await findWaits(mail.database.db, channel, [{ environmentId, id: only?.id ?? '' }])
    expect([...waits.values()].map(({ nextAt }) => nextAt)).toEqual([new Date(`${inThreeDays}:00.000Z`)])
    await forward(1)
    expect((await waiting()).map(({ inHours }) => inHours <= 0)).toEqual([true])
  })
})

test('a text message that waits for a local time says so', async () => {
  await addContacts(mail.live, 'Europe/Berlin')
  const broadcast = await fixture.create(contents.sms)
  await fixture.send(broadcast, { local_time: '2033-06-01T09:00', timezone: 'Europe/Berlin' })
  await fixture.comeDue()
  await fixture.step()

  const { rows } = await sql<{ id: string }>`select id from sms`.execute(mail.database.db)
  const sms = await smsReader(mail.database.db)(mail.live, rows[0]?.id ?? '')

  expect(await explainSms(mail.database.db, mail.live, sms)).toMatchObject({
    summary:
      'Waiting for its recipient’s local time 2033-06-01 09:00 in Europe/Berlin. Next try at 2033-06-01 07:00 UTC.',
    waiting: { for: 'local time 2033-06-01 09:00 in Europe/Berlin', next_attempt_at: '2033-06-01T07:00:00.000Z' },
  })
})

describe('the field with the time zones', () => {
  const at = { local_time: '2033-06-01T09:00', timezone: 'Europe/Berlin' }
  const refused = (asked: object, message: string) =>
    expect(fixture.create().then(broadcast => fixture.send(broadcast, asked))).rejects.toMatchObject({
      details: [{ path: 'timezone_field', message }],
    })

  test('must be a contact field with text: all would get the message at the same moment', async () => {
    await addContacts(mail.live, 'Europe/Berlin')
    await inTx(tx => createField(tx, mail.live, systemClock(), { key: 'born', type: 'date' }))

    await refused({ ...at, timezone_field: 'time_zone' }, 'is not a contact field; did you mean timezone?')
    await refused({ ...at, timezone_field: 'born' }, 'must be a contact field of type string; born is a date')
    await refused({ timezone_field: 'timezone' }, 'is for local_time: leave it out')
    await fixture.send(await fixture.create(), { ...at, timezone_field: 'timezone' })
  })

  test('need not exist if none is named', async () => {
    await fixture.send(await fixture.create(), at)
  })
})

test.each([
  [11, 'accepted', undefined],
  [13, 'refused', 'must not be in the past in every time zone'],
])('a local time %i hours ago by UTC is %s', async (hours, _, message) => {
  const local_time = new Date(Date.now() - hours * hour * 1_000).toISOString().slice(0, 16)

  const sending = fixture.create().then(broadcast => fixture.send(broadcast, { local_time, timezone: 'Etc/UTC' }))

  if (message === undefined) expect(await sending).toMatchObject({ state: 'sending' })
  else await expect(sending).rejects.toMatchObject({ details: [{ path: 'local_time', message }] })
})
