/** A topic or a segment that is deleted while a broadcast to its readers is under way. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { setMembership } from '#resources/audience/contacts/membership.ts'
import { removeSegment } from '#resources/audience/segments/change.ts'
import { createSegment } from '#resources/audience/segments/create.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type BroadcastFixture, openBroadcastFixture } from './broadcasts.fixture.ts'
import { prepareChange, updateBroadcast } from './change.ts'
import { cancelBroadcast } from './control.ts'
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

const inTx = <T>(work: Parameters<typeof mail.database.transaction<T>>[0]) => mail.database.transaction(work)
const contents = {
  email: {},
  sms: { channel: 'sms', from: '+15005550006', body: 'Hi' },
} as const

let people = 0
/** A broadcast of one message an hour to the topic, and its three readers. */
async function toTopic(channel: 'email' | 'sms') {
  const topic = await inTx(tx => createTopic(tx, mail.live, systemClock(), { name: 'News' }))
  for (let nth = 0; nth < 3; nth++)
    await inTx(async tx => {
      const asked = { email: `reader${++people}@a.example`, phone_number: `+1415555${1000 + people}` }
      const [contact] = await createContacts(tx, [{ caller: mail.live, asked, now: systemClock() }])
      if (!contact || contact instanceof Refusal) throw new Error('refused')
      const membership = { contactId: contact.id, topicId: topic.id, subscribed: true }
      await setMembership(tx, mail.live, systemClock(), membership)
    })
  const broadcast = await fixture.create({
    ...{ ...contents[channel], everyone: false, topic_id: topic.id, pace: { per_hour: 1 } },
  })
  await fixture.send(broadcast)
  // A request to delete it would be refused, unless it came in the same moment as the broadcast was sent.
  const remove = async () => void (await sql`delete from topics where id = ${topic.id}`.execute(mail.database.db))
  return { broadcast, remove }
}

describe.each(['email', 'sms'] as const)('a broadcast of channel %s', channel => {
  const made = async () =>
    (await sql`select from ${sql.table(channel === 'email' ? 'emails' : 'sms')}`.execute(mail.database.db)).rows.length
  const paused = { state: 'paused', paused_because: 'No such topic.' }

  test('is paused when its topic is deleted on the way', async () => {
    const { broadcast, remove } = await toTopic(channel)
    await fixture.step()
    expect(await made()).toBe(1)

    await remove()
    await fixture.comeDue()
    await fixture.step()

    expect(await fixture.read(broadcast)).toMatchObject(paused)
    expect(await made()).toBe(1)
  })

  test('is paused when its topic is deleted before it starts, or while a page is being created', async () => {
    const [early, late] = [await toTopic(channel), await toTopic(channel)]
    await early.remove()
    const worker = fixture.worker('worker', late.remove)
    await worker.workAll()

    for (const { broadcast } of [early, late]) expect(await fixture.read(broadcast)).toMatchObject(paused)
    expect(await made()).toBe(0)
  })
})

const aTopic = async () => {
  const { broadcast, remove } = await toTopic('email')
  await inTx(tx => cancelBroadcast(tx, mail.live, systemClock(), broadcast.id))
  return { audience: { topic_id: broadcast.settings.topic_id ?? '' }, remove }
}

const aSegment = async () => {
  const { id } = await inTx(tx => createSegment(tx, mail.live, systemClock(), { name: `Readers ${++people}` }))
  return { audience: { segment_id: id }, remove: () => inTx(tx => removeSegment(tx, mail.live, id)) }
}

test.each([
  ['topic', aTopic],
  ['segment', aSegment],
] as const)(
  'a broadcast whose %s is deleted while it is being sent or changed is refused',
  async (resource, create) => {
    const { audience, remove } = await create()
    const draft = await fixture.create({ everyone: false, ...audience })
    const scheduled = await fixture.create()
    await fixture.send(scheduled, { scheduled_for: new Date(Date.now() + 86_400_000).toISOString() })
    const now = systemClock()
    const sending = await prepareSend(fixture.contentParts, mail.live, draft.id, {}, now)
    const asked = { ...audience, everyone: false }
    const changing = await prepareChange(fixture.contentParts, mail.live, scheduled.id, asked, now)

    await remove()

    const gone = { code: 'not_found', details: { resource } }
    await expect(inTx(tx => sendBroadcast(tx, mail.live, now, draft.id, sending))).rejects.toMatchObject(gone)
    const change = { asked, prepared: changing }
    await expect(inTx(tx => updateBroadcast(tx, mail.live, now, scheduled.id, change))).rejects.toMatchObject(gone)
  },
)
