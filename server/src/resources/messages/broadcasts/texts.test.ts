/** A broadcast of text messages. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import { lockAccount } from '#resources/account/credits/locked-accounts.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { removeContact } from '#resources/audience/contacts/change.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { setMemberships } from '#resources/audience/contacts/membership.ts'
import { setSmsSubscribed } from '#resources/audience/contacts/subscription/sms-subscription.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { smsReader } from '#resources/messages/sms/read/read.ts'
import { releaseTexts } from '#resources/messages/sms/release-texts.ts'
import { openSmsFixture, type SmsFixture } from '#resources/messages/sms/sms.fixture.ts'
import { scripted } from '#resources/messages/sms/submit/scripted.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type BroadcastFixture, openBroadcastFixture } from './broadcasts.fixture.ts'
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from './control.ts'
import { keepFiguresJob } from './jobs.ts'
import { keepFigures } from './keep-figures.ts'
import { type PreviewParts, previewBroadcast } from './preview.ts'
import { listRecipients } from './recipient-store.ts'
import { testBroadcast } from './test-send.ts'

let texts: SmsFixture
let fixture: BroadcastFixture
beforeAll(async () => {
  texts = await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  fixture = openBroadcastFixture(texts)
})
afterAll(() => texts[Symbol.asyncDispose]())
beforeEach(async () => {
  await texts.clear()
  await fixture.clear()
})

const numbers = ['+14155550101', '+14155550102', '+14155550103']
const inTx = <T>(work: Parameters<typeof texts.database.transaction<T>>[0]) => texts.database.transaction(work)
const addContacts = (caller = texts.live) =>
  inTx(tx =>
    createContacts(
      tx,
      numbers.map(number => ({
        caller,
        asked: { phone_number: number, first_name: 'Ada', last_name: 'Lovelace' },
        now: systemClock(),
      })),
    ),
  )
const text = { channel: 'sms', from: '+15005550006', body: 'Hi {{ contact.first_name }}', everyone: true } as const
const submitAll = async () => {
  const far = scripted()
  await texts.run(texts.openChannel([far]))
  return far.begun.map(({ to, body }) => `${to} ${body}`).toSorted()
}
const made = async () => {
  const { rows } = await sql<{ to: string }>`select to_number as to from sms order by 1`.execute(texts.database.db)
  return rows.map(({ to }) => to)
}

test('everybody gets one, filled in; while it is paused nobody does', async () => {
  await addContacts()
  const broadcast = await fixture.create(text)
  await fixture.send(broadcast)
  await fixture.step()
  await inTx(tx => pauseBroadcast(tx, texts.live, systemClock(), broadcast.id))
  expect(await submitAll()).toEqual([])

  await inTx(tx => resumeBroadcast(tx, texts.live, systemClock(), broadcast.id))
  const which = { environmentId: texts.live.environmentId, broadcastId: broadcast.id, isCanceled: false }
  expect([await releaseTexts(texts.database, which), await releaseTexts(texts.database, which)]).toEqual([3, 0])
  expect(await submitAll()).toEqual(numbers.map(number => `${number} Hi Ada`))
  await fixture.comeDue()
  await fixture.step()

  const shown = await fixture.read(broadcast)
  expect(shown).toMatchObject({ state: 'completed', figures: { messages: 3, waiting: 0, sent: 3, credits: 30 } })
})

test.each(['news', newId(systemClock())])('an unknown topic is reported before anything is sent: %s', async id => {
  await addContacts()
  const broadcast = await fixture.create({ ...text, everyone: false, topic_id: id })

  await expect(fixture.send(broadcast)).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ path: 'topic_id', message: 'must be the id of a topic; GET /v1/topics lists them' }],
  })
})

test('a test goes only to phone numbers: each invalid one is reported', async () => {
  const { id } = await fixture.create({ ...text, body: 'Hi' })
  const to = ['+14155550101', 'ada@a.example', '+1415555010\n', '+23812345678']
  const parts = { ...fixture.contentParts, database: texts.database, card: readRateCard(null) }
  const message = 'must be a phone number in E.164 form such as +14155552671'

  await expect(testBroadcast(parts, { caller: texts.live }, id, { to }, systemClock())).rejects.toMatchObject({
    code: 'validation_error',
    details: [
      { path: 'to.1', message },
      { path: 'to.2', message },
      { path: 'to.3', message: 'must have 7 digits after +238, and has 8' },
    ],
  })
  expect(await made()).toEqual([])
})

const previewed = (id: string, caller = texts.live) => {
  const { db } = texts.database
  // `as`: text messages have no preflight.
  const preflighting = {} as PreviewParts['preflighting']
  const parts = { ...fixture.contentParts, slowReads: db, card: readRateCard(null), preflighting }
  return previewBroadcast(parts, caller, id, systemClock())
}

test('the preview shows what three recipients would get, in how many segments, and who would get nothing', async () => {
  await addContacts()
  const more = [{ first_name: 'é'.repeat(60) + 'ł'.repeat(30) }, { first_name: 'A'.repeat(1_600) }, {}]
  const [long, tooLong, nameless] = more.map((names, nth) => ({ phone_number: `+1415555020${nth}`, ...names }))
  const { id } = await fixture.create({ ...text, body: '{{ contact.first_name }}' })
  const shown = async () =>
    (await previewed(id)).samples.map(({ to, text, segments, problem }) => ({ to, text, segments, problem }))

  expect((await shown()).toSorted((a, b) => (a.to < b.to ? -1 : 1))).toEqual(
    numbers.map(to => ({ to, text: 'Ada', segments: 1, problem: undefined })),
  )
  expect(await previewed(id)).toMatchObject({ problems: [], recipients: 3, credits: 30 })

  await fixture.clear()
  const later = await fixture.create({ ...text, body: '{{ contact.first_name }}' })
  for (const [nth, asked] of [long, tooLong, nameless].entries())
    await inTx(tx => createContacts(tx, [{ caller: texts.live, asked: asked ?? {}, now: new Date(nth * 1_000) }]))
  const { samples, credits } = await previewed(later.id)
  expect(samples.map(({ text, segments, problem }) => [text, segments, problem])).toEqual([
    [long?.first_name, 2, undefined],
    [undefined, undefined, expect.stringMatching(/^The text has 1,600 characters|^The text takes/)],
    [undefined, undefined, 'The template prints variables that were not given: contact.first_name.'],
  ])
  expect(credits).toBe(20)
})

test.each([
  ['{{ unsubscribe_url }}', 'unsubscribe_url'],
  ['{{ preferences_url | default: "none" }}', 'preferences_url'],
])('a link that only emails have is refused before anything is sent: %s', async (link, name) => {
  await addContacts()
  const broadcast = await fixture.create({ ...text, body: `Hi. No more: ${link}` })
  const details = [{ path: 'body', message: expect.stringContaining(`must not have {{ ${name} }}`) }]

  await expect(fixture.send(broadcast)).rejects.toMatchObject({ code: 'validation_error', details })
  expect((await previewed(broadcast.id)).problems).toEqual(details)
})

test('a link of that name may be given with the broadcast', async () => {
  await addContacts()
  const variables = { unsubscribe_url: 'https://acme.test/no' }
  const broadcast = await fixture.create({ ...text, body: 'No more: {{ unsubscribe_url }}', variables })
  await fixture.send(broadcast)
  await fixture.step()

  expect(await submitAll()).toEqual(numbers.map(number => `${number} No more: https://acme.test/no`))
})

test('a text that is too long is shown as a problem of the body', async () => {
  await addContacts()
  const broadcast = await fixture.create({ ...text, body: 'x'.repeat(1_600) })

  await expect(fixture.send(broadcast)).rejects.toMatchObject({ code: 'message_too_long' })
  expect((await previewed(broadcast.id)).problems).toEqual([
    { path: 'body', message: expect.stringMatching(/^The text takes 11 segments/) },
  ])
})

test('a fault of the text is reported at body', async () => {
  await addContacts()
  const faultOf = async (body: string) =>
    fixture.send(await fixture.create({ ...text, body })).then(
      () => undefined,
      ({ details }) => details,
    )

  expect(await faultOf('Hi {{ contact.first_name')).toMatchObject([{ path: 'body' }])
  expect(await faultOf('{% if false %}Hi{% endif %}')).toEqual([
    { path: 'body', message: 'must not be empty when it is filled in: print a default' },
  ])
})

test('a test whose text is empty for the contact is refused as such', async () => {
  await addContacts()
  const odd = { caller: texts.live, asked: { phone_number: '+14155550104' }, now: systemClock() }
  const [contact] = await inTx(tx => createContacts(tx, [odd]))
  if (!contact || contact instanceof Refusal) throw new Error('refused')
  const { id } = await fixture.create({ ...text, body: '{{ contact.last_name | default: "" }}' })
  const parts = { ...fixture.contentParts, database: texts.database, card: readRateCard(null) }
  const asked = { to: ['+14155550105'], contact_id: contact.id }

  await expect(testBroadcast(parts, { caller: texts.live }, id, asked, systemClock())).rejects.toMatchObject({
    details: [{ path: 'body', message: 'must not be empty when it is filled in: print a default' }],
  })
  expect(await made()).toEqual([])
})

test.each([
  ['lacks a value that the body prints', {}, 'The template prints variables that were not given: contact.last_name.'],
  ['puts U+0000 into the body', { last_name: '%00' }, /body .*U\+0000/],
  [
    'makes the body too long',
    { last_name: 'A'.repeat(1_600) },
    /The text has 1,\d{3} characters\. A message has at most/,
  ],
])('a recipient who %s gets no message, and everybody else does: the outcome says why', async (_, names, why) => {
  await addContacts()
  const odd = { phone_number: '+14155550104', ...names }
  await inTx(tx => createContacts(tx, [{ caller: texts.live, asked: odd, now: systemClock() }]))
  const broadcast = await fixture.create({ ...text, body: 'Dear {{ contact.last_name | url_decode }}' })
  await fixture.send(broadcast)
  await fixture.step()

  expect(await submitAll()).toEqual(numbers.map(number => `${number} Dear Lovelace`))
  await fixture.comeDue()
  await fixture.step()
  const shown = await fixture.read(broadcast)
  expect(shown).toMatchObject({
    state: 'completed',
    figures: { messages: 4, waiting: 0, sent: 3, failed: 1, credits: 30 },
  })
  const [failed] = await listRecipients(
    texts.database.db,
    broadcast,
    { limit: 10, before: undefined },
    { outcome: 'failed' },
  )
  expect(failed).toMatchObject({ to: odd.phone_number, outcome: 'failed' })
  const { body, events } = await smsReader(texts.database.db)(texts.live, failed?.id ?? '')
  expect(body).toBe('Dear {{ contact.last_name | url_decode }}')
  expect(events.map(({ type }) => type)).toEqual(['failed'])
  expect(events[0]?.data).toMatchObject({ reason: expect.stringMatching(why) })
})

test('a recipient who leaves the topic while a message waits does not get it', async () => {
  const contacts = (await addContacts()).flatMap(one => (one instanceof Refusal ? [] : [one]))
  const [left, gone] = contacts
  const topic = await inTx(tx => createTopic(tx, texts.live, systemClock(), { name: 'News' }))
  const choose = (subscribed: boolean, ...some: typeof contacts) =>
    inTx(tx =>
      setMemberships(
        tx,
        some.map(({ id: contactId }) => ({
          ...{ environmentId: texts.live.environmentId, contactId, topicId: topic.id, subscribed },
          ...{ by: { method: 'api_key' as const, sourceId: null }, at: systemClock() },
        })),
      ),
    )
  await choose(true, ...contacts)
  const broadcast = await fixture.create({ ...text, everyone: false, topic_id: topic.id })
  await fixture.send(broadcast)
  await fixture.step()
  if (!left || !gone) throw new Error('too few contacts')
  await choose(false, left)
  await inTx(tx => removeContact(tx, texts.live, systemClock(), gone.id))

  expect(await submitAll()).toEqual(numbers.slice(1).map(number => `${number} Hi Ada`))
  expect((await fixture.read(broadcast)).figures).toMatchObject({
    messages: 3,
    sent: 2,
    suppressed: 1,
    failed: 0,
    credits: 20,
  })
})

test('a recipient who opts out while a message waits is suppressed, and costs nothing', async () => {
  await addContacts()
  const broadcast = await fixture.create(text)
  await fixture.send(broadcast)
  await fixture.step()
  const { environmentId } = texts.live
  const [number = ''] = numbers
  await inTx(tx => {
    const by = { method: 'sms_keyword' as const, sourceId: null }
    return setSmsSubscribed(tx, { environmentId, number, subscribed: false, by, at: systemClock() })
  })

  expect(await submitAll()).toEqual(numbers.slice(1).map(to => `${to} Hi Ada`))
  expect((await fixture.read(broadcast)).figures).toMatchObject({
    ...{ messages: 3, waiting: 0, sent: 2, suppressed: 1, failed: 0, credits: 20 },
  })
  const outcomes = async (filters: Parameters<typeof listRecipients>[3]) => {
    const page = { limit: 10, before: undefined }
    const rows = await listRecipients(texts.database.db, broadcast, page, filters)
    return rows.map(({ to, outcome }) => [to, outcome])
  }
  expect(await outcomes({ outcome: 'suppressed' })).toEqual([[number, 'suppressed']])
  expect(await outcomes({ sent: false })).toEqual([[number, 'suppressed']])
  expect(await outcomes({ outcome: 'failed' })).toEqual([])
})

test('in test mode, the number that has opted out is suppressed', async () => {
  const optedOut = '+15005550004'
  for (const phone_number of ['+15005550006', optedOut])
    await inTx(tx => createContacts(tx, [{ caller: texts.test, asked: { phone_number }, now: systemClock() }]))
  const broadcast = await fixture.create({ ...text, from: '+14155550100', body: 'Hi' }, texts.test)
  await fixture.send(broadcast, {}, texts.test)
  await fixture.step()

  const { figures } = await fixture.read(broadcast, texts.test)
  expect(figures).toMatchObject({ messages: 2, waiting: 1, suppressed: 1, failed: 0, credits: 0 })
  const [only] = await listRecipients(
    texts.database.db,
    broadcast,
    { limit: 10, before: undefined },
    { outcome: 'suppressed' },
  )
  expect(only?.to).toBe(optedOut)
  const { events } = await smsReader(texts.database.db)(texts.test, only?.id ?? '')
  expect(events.map(({ type }) => type)).toEqual(['failed'])
})

test('canceled messages are not sent, and are refunded', async () => {
  await addContacts()
  const broadcast = await fixture.create(text)
  await fixture.send(broadcast)
  await fixture.step()
  await inTx(tx => cancelBroadcast(tx, texts.live, systemClock(), broadcast.id))

  expect(await submitAll()).toEqual([])
  expect((await fixture.read(broadcast)).figures).toMatchObject({
    ...{ messages: 3, waiting: 0, canceled: 3, failed: 0, sent: 0, credits: 0 },
  })
  const canceled = await listRecipients(
    texts.database.db,
    broadcast,
    { limit: 10, before: undefined },
    { outcome: 'canceled' },
  )
  expect(canceled.map(({ to }) => to).toSorted()).toEqual(numbers)
  const { status, events } = await smsReader(texts.database.db)(texts.live, canceled[0]?.id ?? '')
  expect(status).toBe('canceled')
  expect(events.map(({ type, data }) => [type, data.reason])).toEqual([['canceled', 'Its broadcast was canceled.']])
})

test('when credits run out, the messages that could be paid for are created, and the rest later', async () => {
  const { live: poor, organizationId } = await createCallers(texts.database)
  const give = (credits: number) =>
    sql`update credit_accounts set granted = 0, added = ${credits}, granted_month = date_trunc('month', now(), 'UTC')
      where organization_id = ${organizationId}`.execute(texts.database.db)
  await inTx(tx => lockAccount(tx, organizationId))
  await give(20)
  await addContacts(poor)
  const broadcast = await fixture.create(text, poor)
  await fixture.send(broadcast, {}, poor)

  await fixture.step()
  expect((await fixture.read(broadcast, poor)).state).toBe('paused')
  expect(await made()).toHaveLength(2)
  await give(100)
  await inTx(tx => resumeBroadcast(tx, poor, systemClock(), broadcast.id))
  await fixture.step()

  expect(await made()).toEqual(numbers)
})

describe('the figures of text messages', () => {
  const figures = { messages: 3, waiting: 0, sent: 3, credits: 30 }
  const jobs = async () => {
    const { rows } = await sql<{ payload: { environmentId: string; broadcastId: string } }>`
      select payload from jobs where task = ${keepFiguresJob.task} order by id`.execute(texts.database.db)
    return rows.map(({ payload }) => payload)
  }
  const keepAll = async () => {
    for (const payload of await jobs()) await inTx(tx => keepFigures(tx, payload))
  }

  test.each([
    ['has ended', async () => fixture.step()],
    ['was canceled', async (id: string) => void (await inTx(tx => cancelBroadcast(tx, texts.live, systemClock(), id)))],
  ])('of a broadcast that %s stay when the messages have expired', async (_, end) => {
    await addContacts()
    const broadcast = await fixture.create(text)
    await fixture.send(broadcast)
    await fixture.step()
    await submitAll()
    await fixture.comeDue()
    await end(broadcast.id)
    expect((await fixture.read(broadcast)).figures).toMatchObject(figures)

    await keepAll()
    // News that comes after the figures were kept for the first time.
    await sql`update sms_progress set status = 'delivered' where sms_id in (select id from sms limit 2)`.execute(
      texts.database.db,
    )
    expect((await fixture.read(broadcast)).figures).toMatchObject({ ...figures, delivered: 2 })
    await keepAll()
    // As retention does.
    await texts.clear()

    for (const nth of ['at first', 'and when they are kept again']) {
      expect((await fixture.read(broadcast)).figures, nth).toMatchObject({ ...figures, delivered: 2 })
      await keepAll()
    }
  })
})
