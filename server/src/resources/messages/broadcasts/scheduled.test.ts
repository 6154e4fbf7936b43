/** A scheduled broadcast that is changed while a worker starts it, or by two people at once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { removeField } from '#resources/audience/fields/change.ts'
import { createField } from '#resources/audience/fields/create.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type BroadcastFixture, deliverAll, openBroadcastFixture } from './broadcasts.fixture.ts'
import { prepareChange, updateBroadcast } from './change.ts'
import { prepareSend, sendBroadcast } from './send.ts'

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

const inDays = (days: number) => new Date(systemClock().getTime() + days * 86_400_000).toISOString()

/** `beforeCommit` runs before the change is committed. */
async function prepare(id: string, asked: Parameters<typeof prepareChange>[3], beforeCommit = async () => {}) {
  const prepared = await prepareChange(fixture.contentParts, mail.live, id, asked, systemClock())
  return () =>
    mail.database.transaction(async tx => {
      await updateBroadcast(tx, mail.live, systemClock(), id, { asked, prepared })
      await beforeCommit()
    })
}
const change = async (...asked: Parameters<typeof prepare>) => (await prepare(...asked))()

/** A due broadcast, held by a worker that has not started it yet. */
async function taken(special: Parameters<BroadcastFixture['create']>[0] = {}) {
  const broadcast = await fixture.create(special)
  await fixture.send(broadcast, { scheduled_for: inDays(1) })
  await fixture.comeDue()
  const worker = fixture.worker()
  const rows = await worker.take()
  expect(rows).toHaveLength(1)
  return { broadcast, begin: () => worker.again(rows) }
}

test('a broadcast that is postponed while a worker holds it starts at its new time', async () => {
  await fixture.addContacts(2)
  const { broadcast, begin } = await taken()

  const scheduledFor = inDays(2)
  await fixture.send(broadcast, { scheduled_for: scheduledFor })
  await begin()
  await fixture.step()

  expect(await fixture.read(broadcast)).toMatchObject({ state: 'scheduled', scheduled_for: scheduledFor })
  await fixture.comeDue()
  await fixture.step()
  expect((await deliverAll(mail, fixture)).copies).toHaveLength(2)
})

test('a broadcast that is changed while a worker starts it is sent with the change', async () => {
  await fixture.addContacts(2)
  const { broadcast, begin } = await taken({
    ab_test: { share_percent: 50, wait: '1h', winner_by: 'opens', b: { subject: 'Other news' } },
  })

  let begun = Promise.resolve()
  await change(broadcast.id, { ab_test: null, subject: 'Late news' }, async () => {
    begun = begin()
    await untilLockWait(mail.database.db)
  })
  await begun
  await fixture.step()

  const { composed } = await deliverAll(mail, fixture)
  expect(composed.map(({ subject }) => subject)).toEqual(['Late news', 'Late news'])
})

test('when two people change a scheduled broadcast at once, the second is refused, and the content matches the settings', async () => {
  await fixture.addContacts(1)
  const broadcast = await fixture.create()
  await fixture.send(broadcast, { scheduled_for: inDays(1) })

  const [first, second] = [
    await prepare(broadcast.id, { subject: 'Late news' }),
    await prepare(broadcast.id, { html: '<p>Late</p>' }),
  ]
  await first()
  await expect(second()).rejects.toMatchObject({ code: 'invalid_state' })
  await change(broadcast.id, { html: '<p>Late</p>' })

  await fixture.comeDue()
  await fixture.step()
  const { composed } = await deliverAll(mail, fixture)
  expect(composed.map(({ subject }) => subject)).toEqual(['Late news'])
  expect(composed[0]?.html).toMatch(/^<p>Late<\/p>/)
  const { rows } = await sql`select from broadcast_contents`.execute(mail.database.db)
  expect(rows).toHaveLength(1)
})

test('of the deletion of a field and a broadcast that prints it, sent or changed at the same moment, the deletion is refused', async () => {
  await fixture.addContacts(1)
  const html = '<p>{{ contact.properties.plan | default: "free" }}</p>'
  const { db } = mail.database
  const doing = mail.database.transaction
  const { id } = await doing(tx => createField(tx, mail.live, systemClock(), { key: 'plan', type: 'string' }))
  const remove = () => doing(tx => removeField(tx, mail.live, systemClock(), id)).catch(error => error)
  const broadcast = await fixture.create({ html })
  const inUse = { code: 'invalid_state', details: { used_by: ['the broadcast News (scheduled)'] } }
  let removal: Promise<unknown> = Promise.resolve()
  const removeMeanwhile = async () => {
    removal = remove()
    await untilLockWait(db)
  }

  const prepared = await prepareSend(
    fixture.contentParts,
    mail.live,
    broadcast.id,
    { scheduled_for: inDays(1) },
    systemClock(),
  )
  await doing(async tx => {
    await sendBroadcast(tx, mail.live, systemClock(), broadcast.id, prepared)
    await removeMeanwhile()
  })
  expect(await removal).toMatchObject(inUse)
  await change(broadcast.id, { html: '<p>Hello</p>' })
  await change(broadcast.id, { html }, removeMeanwhile)
  expect(await removal).toMatchObject(inUse)
})

test('a broadcast that is scheduled in the time zones of its recipients gets neither a pace nor an A/B test', async () => {
  const broadcast = await fixture.create()
  await fixture.send(broadcast, { local_time: '2033-06-01T09:00', timezone: 'Europe/Berlin' })
  const test = { share_percent: 50, wait: '1h', winner_by: 'opens', b: { subject: 'Other news' } } as const

  await expect(change(broadcast.id, { ab_test: test })).rejects.toMatchObject({ details: [{ path: 'ab_test' }] })
  await expect(change(broadcast.id, { pace: { per_hour: 60 } })).rejects.toMatchObject({ details: [{ path: 'pace' }] })
  await sql`update broadcasts set state = 'sending'`.execute(mail.database.db)
  await expect(change(broadcast.id, { pace: { per_hour: 60 } })).rejects.toMatchObject({ details: [{ path: 'pace' }] })

  await change(broadcast.id, { name: 'Late news' })
  expect(await fixture.read(broadcast)).toMatchObject({ name: 'Late news' })
})
