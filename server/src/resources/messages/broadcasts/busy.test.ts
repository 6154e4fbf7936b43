/** A busy moment while the messages of a broadcast are created: the step is repeated, and nobody is left out or gets it twice. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import { isPassing } from '#postgres/outages/outage.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { textHere } from '#resources/messages/templates/text-here.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
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
})

const numbers = ['+14155550101', '+14155550102', '+14155550103']
const addContacts = () =>
  mail.database.transaction(tx =>
    createContacts(
      tx,
      numbers.map((phone_number, nth) => ({
        caller: mail.live,
        asked: { phone_number, email: `reader${nth}@a.example`, first_name: 'Ada' },
        now: systemClock(),
      })),
    ),
  )
const contents = {
  email: { subject: 'Hi {{ contact.first_name }}' },
  sms: { channel: 'sms', from: '+15005550006', body: 'Hi {{ contact.first_name }}', everyone: true },
} as const

describe.each(['email', 'sms'] as const)('a broadcast of channel %s', channel => {
  const begun = async () => {
    await addContacts()
    const broadcast = await fixture.create(contents[channel])
    await fixture.send(broadcast)
    await fixture.step(1)
    return broadcast
  }
  /** The step fails in a way that the engine repeats; by then, the row is due again. */
  const failing = async (worker: ReturnType<BroadcastFixture['worker']>) => {
    const error = await worker.work().then(
      () => 'worked',
      (thrown: unknown) => thrown,
    )
    expect(isPassing(error), String(error)).toBe(true)
    await sql`update broadcasts set held_by = null, due_at = now()`.execute(mail.database.db)
  }
  const made = async () =>
    (await sql`select from ${sql.table(channel === 'email' ? 'emails' : 'sms')}`.execute(mail.database.db)).rows

  test('goes on when the processes that fill in texts are busy for a moment', async () => {
    const broadcast = await begun()
    const busy = () => Promise.reject(new Refusal('service_unavailable', { retryAfterSeconds: 1 }))

    await failing(fixture.worker('first', undefined, { ...textHere, fill: busy }))
    expect((await fixture.read(broadcast)).state).toBe('sending')
    await fixture.step()

    expect((await fixture.read(broadcast)).figures).toMatchObject({ messages: 3, failed: 0 })
    expect(await made()).toHaveLength(3)
  })

  test('goes on when the database gives up a statement that waits for a lock', async () => {
    const broadcast = await begun()
    const { promise: end, resolve: finish } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const other = mail.second.transaction(async tx => {
      await sql`lock table ${sql.table(channel === 'email' ? 'emails' : 'sms')} in exclusive mode`.execute(tx)
      lock()
      await end
    })
    await locked

    const failed = failing(fixture.worker('first'))
    await untilLockWait(mail.database.db)
    await sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(mail.second.db)
    await failed
    finish()
    await other
    expect((await fixture.read(broadcast)).state).toBe('sending')
    expect(await made()).toEqual([])
    await fixture.step()

    expect((await fixture.read(broadcast)).figures).toMatchObject({ messages: 3, failed: 0 })
    expect(await made()).toHaveLength(3)
  })
})
