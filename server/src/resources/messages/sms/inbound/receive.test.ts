import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { lookUpContact } from '#resources/audience/contacts/read.ts'
import { addNumber } from '#resources/messages/numbers/add.ts'
import type { InboundSms } from '#transports/carrier.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { acceptSms } from '../accept.ts'
import { smsArrivals } from '../arrivals.ts'
import { expireLeftovers } from '../expire.ts'
import { card, counting, draftTo, openSmsFixture, ours, type SmsFixture } from '../sms.fixture.ts'
import { scripted } from '../submit/scripted.fixture.ts'

let texts: SmsFixture
let stranger: Caller
beforeAll(async () => {
  texts = await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  stranger = (await createCallers(texts.database, { name: 'Other', plan: 'enterprise' })).live
})
afterAll(() => texts[Symbol.asyncDispose]())
const theirs = '+15550100002'
beforeEach(async () => {
  await texts.clear()
  await own(ours, texts.live)
  await own(theirs, stranger)
})
afterEach(() => texts.expectNothingStuck())

const own = (number: string, { organizationId }: Caller) =>
  texts.database.transaction(tx => addNumber(tx, new Date(), { organizationId, number }))
const ada = '+14155550100'
let names = 0
const said = (body: string, special: Partial<InboundSms> = {}): InboundSms => ({
  carrier: 'smpp',
  carrierId: `in ${++names}`,
  from: ada,
  to: ours,
  body,
  mediaUrls: [],
  ...special,
})
const say = (body: string, special: Partial<InboundSms> = {}) => texts.receive(said(body, special))
const inbound = async () => (await texts.stored()).filter(one => one.direction === 'inbound')
/** Our automatic answers. */
const answers = async () => (await texts.stored()).filter(one => one.direction === 'outbound')
const contact = async (phone_number: string, caller = texts.live, sms_subscribed = true) =>
  texts.database.transaction(tx =>
    createContacts(tx, [{ caller, asked: { phone_number, sms_subscribed }, now: new Date() }]),
  )
const isSubscribed = async (phoneNumber: string, caller = texts.live) =>
  (await lookUpContact(texts.database.db, caller, { phoneNumber })).smsSubscribed
const factsOf = async ({ id }: { id: string }) => (await eventsOf(texts.database, id)).map(({ type }) => type)
const trySending = (to: string, caller = texts.live, from = ours) =>
  texts.database.transaction(tx => acceptSms(tx, card, [{ caller, draft: draftTo(to, { from }), now: new Date() }]))

test('a message from a person is stored for the organization that owns its number', async () => {
  const mediaUrls = ['https://carrier.test/1.png']

  expect(await say('Hello 👋', { mediaUrls })).toBe('stored')

  const [sms, ...others] = await texts.stored()
  if (!sms) throw new Error('nothing was stored')
  expect(others).toEqual([])
  expect(await texts.detail(sms)).toMatchObject({
    direction: 'inbound',
    status: 'received',
    from: ada,
    to: ours,
    body: 'Hello 👋',
    media_urls: mediaUrls,
    credits_consumed: 0,
    customer_charge_dollars: 0,
    carrier_total_cost: 0,
    sent_at: null,
    delivered_at: null,
    events: [{ type: 'received', data: { carrier: 'smpp' } }],
  })
  await expect(texts.detail(sms, stranger)).rejects.toMatchObject({ code: 'not_found' })
  await expect(texts.detail(sms, texts.test)).rejects.toMatchObject({ code: 'not_found' })
  expect(await texts.due()).toEqual([])
})

test('a message that its carrier delivers again is stored once, also when both come at once', async () => {
  const message = said('STOP')

  expect([await texts.receive(message), await texts.receive(message)]).toEqual(['stored', 'known'])
  const twice = said('Hi')
  const received = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => texts.receive(twice, nth % 2 ? texts.second : texts.database)),
  )

  expect(received.filter(one => one === 'stored')).toHaveLength(1)
  expect(await inbound()).toHaveLength(2)
  expect(await answers()).toHaveLength(1)
})

test('another carrier may use the same name, and a message without a name is always new', async () => {
  await say('one', { carrierId: 'x' })
  await say('two', { carrierId: 'x', carrier: 'twilio' })
  await say('three', { carrierId: null })
  await say('three', { carrierId: null })

  expect((await inbound()).map(({ body }) => body)).toEqual(['one', 'two', 'three', 'three'])
})

test('a message to a number without an owner is not stored, and is logged', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const arrivals = smsArrivals({ database: texts.database, clock: () => new Date(), card, log })

  expect(await say('STOP', { to: '+15550109999' })).toBe('nobody')
  await arrivals.inbound(said('a secret', { to: '+15550109999' }))

  expect(await texts.stored()).toEqual([])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('+15550109999')
  expect(lines[0]).not.toContain('a secret')
})

test('STOP opts out the number and its contact, is recorded and confirmed, and sending is refused at once', async () => {
  await contact(ada)

  await say('Stop!')

  expect(await isSubscribed(ada)).toBe(false)
  const [sms] = await inbound()
  expect(await factsOf(sms ?? { id: '' })).toEqual(['sms.received', 'sms.opted_out'])
  expect(await trySending(ada)).toMatchObject([{ code: 'recipient_opted_out' }])
  const [answer, ...others] = await answers()
  expect(others).toEqual([])
  expect(answer).toMatchObject({ from_number: ours, to_number: ada, body: expect.stringContaining('unsubscribed') })
  expect(answer?.body).toMatch(/^Test: /)
})

test('the confirmation is free, and is sent although the number has opted out', async () => {
  await say('STOP')
  const [answer] = await answers()
  const far = scripted()

  await texts.run(texts.openChannel([far]))

  expect(far.copies).toEqual([`${ada} 1/1`])
  expect(await texts.detail(answer ?? { id: '' })).toMatchObject({
    status: 'sent',
    credits_consumed: 0,
    customer_charge_dollars: 0,
    carrier_total_cost: 0.0072,
    margin_dollars: -0.0072,
  })
  expect(await texts.ledger(answer ?? { id: '' })).toEqual([])
})

test.each([
  'STOP',
  'stopall',
  ' Stop  All ',
  'UNSUBSCRIBE.',
  'cancel',
  'End',
  'QUIT!!',
  'revoke',
  'optout',
  'Opt-Out',
  'remove\n',
  'ARRÊT',
])('%j opts out', async body => {
  await say(body)

  expect(await trySending(ada)).toMatchObject([{ code: 'recipient_opted_out' }])
  expect(await answers()).toHaveLength(1)
})

test.each(['please stop', 'STOP calling me', 'Yes, but stop later', 'I will end it', ''])('%j does not', async body => {
  await say(body)

  expect(await trySending(ada)).not.toMatchObject([{ code: 'recipient_opted_out' }])
  expect((await inbound()).map(one => one.body)).toEqual([body])
})

test('twenty concurrent STOPs, to two processes, are confirmed once', async () => {
  await contact(ada)

  await Promise.all(
    Array.from({ length: 20 }, (_, nth) => texts.receive(said('STOP'), nth % 2 ? texts.second : texts.database)),
  )

  expect(await inbound()).toHaveLength(20)
  expect(await answers()).toHaveLength(1)
  const { rows } = await sql`select 1 from events where type = 'sms.opted_out'`.execute(texts.database.db)
  expect(rows).toHaveLength(1)
})

test('STOP opts out one number, and in one organization', async () => {
  await contact(ada)
  await contact(ada, stranger)
  await contact('+14155550101')

  await say('STOP')

  expect([await isSubscribed(ada, stranger), await isSubscribed('+14155550101')]).toEqual([true, true])
  expect(await trySending(ada, stranger, theirs)).toMatchObject([{ id: expect.any(String) }])
  expect(await trySending('+14155550101')).toMatchObject([{ id: expect.any(String) }])
})

test('START opts the number in again, is recorded and not answered; a STOP after it is confirmed again', async () => {
  await contact(ada)
  await say('STOP')

  await say('start')

  expect(await isSubscribed(ada)).toBe(true)
  expect(await answers()).toHaveLength(1)
  const [, started] = await inbound()
  expect(await factsOf(started ?? { id: '' })).toEqual(['sms.received', 'sms.opted_in'])
  expect(await trySending(ada)).toMatchObject([{ id: expect.any(String) }])
  await say('STOP')
  expect((await answers()).filter(one => one.body.includes('unsubscribed'))).toHaveLength(2)
})

test('START from a number that has not opted out is only a message', async () => {
  await contact(ada)

  await say('YES')

  const [sms] = await inbound()
  expect(await factsOf(sms ?? { id: '' })).toEqual(['sms.received'])
})

test('START opts in a contact that was unsubscribed through the API', async () => {
  await contact(ada, texts.live, false)

  await say('UNSTOP')

  expect(await isSubscribed(ada)).toBe(true)
})

test('nobody gets more than five automatic answers in an hour', async () => {
  for (let nth = 0; nth < 7; nth++) await say('HELP')
  await say('HELP', { from: '+14155550199' })

  expect((await answers()).filter(one => one.to_number === ada)).toHaveLength(5)
  expect((await answers()).filter(one => one.to_number === '+14155550199')).toHaveLength(1)
})

test('nor when their messages arrive at once, in two processes', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, nth) => texts.receive(said('HELP'), nth % 2 ? texts.second : texts.database)),
  )

  expect(await inbound()).toHaveLength(20)
  expect(await answers()).toHaveLength(5)
})

test('HELP is answered each time, for free, also when the number has opted out', async () => {
  await say('STOP')
  await say('HELP')
  await say('info?')
  const far = scripted()

  await texts.run(texts.openChannel([far]))

  const helps = (await answers()).filter(({ body }) => body.includes('reply STOP'))
  expect(helps).toHaveLength(2)
  expect(far.copies).toHaveLength(3)
  expect(await texts.ledger(...(await answers()))).toEqual([])
})

test('where the carrier answers by itself we do not, but the keyword counts', async () => {
  await say('STOP', { isAnswered: true })
  await say('HELP', { isAnswered: true })

  expect(await answers()).toEqual([])
  expect(await trySending(ada)).toMatchObject([{ code: 'recipient_opted_out' }])
})

test('a word that only the account of the carrier knows counts as what the carrier takes it for', async () => {
  await say('FIN', { isAnswered: true, keyword: 'stop' })
  expect(await trySending(ada)).toMatchObject([{ code: 'recipient_opted_out' }])
  await say('JOIN', { isAnswered: true, keyword: 'start' })

  expect(await trySending(ada)).not.toMatchObject([{ code: 'recipient_opted_out' }])
  const facts = await Promise.all((await inbound()).map(factsOf))
  expect(facts).toEqual([
    ['sms.received', 'sms.opted_out'],
    ['sms.received', 'sms.opted_in'],
  ])
})

test.each(['ACME', '12345'])('%s cannot be answered, but its keyword counts', async from => {
  expect(await say('HELP', { from })).toBe('stored')

  expect(await answers()).toEqual([])
})

const piece = (nth: number, body: string, special: Partial<InboundSms> = {}, reference = 7, total = 3) =>
  say(body, { carrierId: null, piece: { reference, total, nth }, ...special })

test('pieces make one message in the right order, in whatever order they arrive, and even if some arrive twice', async () => {
  const received = [
    await piece(3, 'three'),
    await piece(1, 'one '),
    await piece(3, 'three'),
    await piece(1, 'one '),
    await piece(2, 'two '),
  ]

  expect(received).toEqual(['incomplete', 'incomplete', 'incomplete', 'incomplete', 'stored'])
  expect((await inbound()).map(({ body }) => body)).toEqual(['one two three'])
})

test('a character that was split between pieces is whole again, and half of one becomes a replacement character', async () => {
  const arrivals = smsArrivals({
    database: texts.database,
    clock: () => new Date(),
    card,
    log: pino({ level: 'silent' }),
  })
  const bring = (nth: number, body: string) =>
    arrivals.inbound(said(body, { carrierId: null, piece: { reference: 7, total: 3, nth } }))

  await bring(2, '\ude00 and \ud83d')
  await bring(1, 'Hello \ud83d')
  await bring(3, '\uffff!')

  expect((await inbound()).map(({ body }) => body)).toEqual(['Hello 😀 and \ufffd\uffff!'])
})

test('pieces of different messages are not mixed up', async () => {
  const others: Partial<InboundSms>[] = [{}, { from: '+14155550101' }, { to: theirs }, { carrier: 'other' }]
  for (const [nth, special] of others.entries()) await piece(1, `first ${nth} `, special, 7, 2)
  await piece(1, 'first 4 ', {}, 8, 2)
  await piece(2, 'second 4', {}, 8, 2)
  for (const [nth, special] of others.entries()) await piece(2, `second ${nth}`, special, 7, 2)

  const bodies = (await inbound()).map(({ body }) => body)
  expect(bodies.toSorted()).toEqual(Array.from({ length: 5 }, (_, nth) => `first ${nth} second ${nth}`))
})

test('pieces that arrive at the same moment over several sessions make one message', async () => {
  for (let round = 0; round < 5; round++) {
    const special = { carrierId: null, from: `+1415555020${round}` }
    const received = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        texts.receive(
          said(`${index + 1}`, { ...special, piece: { reference: 7, total: 9, nth: index + 1 } }),
          index % 2 ? texts.second : texts.database,
        ),
      ),
    )
    expect(received.filter(one => one === 'stored')).toHaveLength(1)
  }

  expect((await inbound()).map(({ body }) => body)).toEqual(Array(5).fill('123456789'))
})

test('a piece of an older text under the same reference is not joined with a newer one', async () => {
  await piece(1, 'yesterday ', {}, 7, 2)
  await sql`update sms_pieces set created_at = now() - interval '2 hours'`.execute(texts.database.db)

  expect(await piece(2, 'today', {}, 7, 2)).toBe('incomplete')
  expect(await piece(1, 'now and ', {}, 7, 2)).toBe('stored')

  expect((await inbound()).map(({ body }) => body)).toEqual(['now and today'])
})

test('a keyword is searched in the whole text, not in its pieces', async () => {
  await piece(1, 'STOP', {}, 7, 2)
  await piece(2, ' calling me', {}, 7, 2)
  expect(await answers()).toEqual([])

  await piece(2, 'OP', {}, 8, 2)
  await piece(1, 'ST', {}, 8, 2)
  expect(await answers()).toHaveLength(1)
})

test('pieces of incomplete messages are deleted after a day, and names of arrivals after a month', async () => {
  await piece(1, 'one')
  await say('Hi')
  const age = (days: number) =>
    texts.database.transaction(async tx => {
      for (const table of ['sms_pieces', 'sms_arrivals'])
        await sql`update ${sql.table(table)} set created_at = now() - make_interval(days => ${days})`.execute(tx)
    })

  expect(await expireLeftovers(texts.database)).toBe(0)
  await age(2)
  expect(await expireLeftovers(texts.database)).toBe(1)
  await age(31)
  expect(await expireLeftovers(texts.database)).toBe(1)
})

test('messages that arrive in two processes in opposite order each count once, without a deadlock', async () => {
  const [here, there] = [counting(texts.database), counting(texts.second)]
  const parts = { clock: () => new Date(), card, log: pino({ level: 'silent' }) }
  const doors = [here, there].map(({ counted }) => smsArrivals({ ...parts, database: counted }))
  const people = Array.from({ length: 16 }, (_, nth) => `+141555503${10 + nth}`)
  const pieceOf = (nth: number) => (from: string) =>
    said(nth === 1 ? 'ST' : 'OP', { from, carrierId: null, piece: { reference: 1, total: 2, nth } })
  const again = said('STOP', { from: people[8] ?? '' })
  const batches = [
    [...people.map(pieceOf(1)), again],
    [again, ...people.map(pieceOf(2)).toReversed()],
  ]

  await Promise.all(doors.flatMap((door, index) => (batches[index] ?? []).map(message => door.inbound({ ...message }))))

  expect(await inbound()).toHaveLength(17)
  expect((await answers()).map(one => one.to_number).toSorted()).toEqual(people)
  expect([here.again(), there.again()]).toEqual([0, 0])
})
