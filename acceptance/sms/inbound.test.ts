import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Sms, SmsListItem } from '@posthorn/contract/messages/sms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Smsc, startSmsc } from '../../sinks/smsc.ts'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newPhoneNumber } from '../http-client/unique.ts'
import { createOrganization, posthorn } from '../service/operator.ts'
import type { Service } from '../service/service.ts'
import { creditsOf, eventTypes, hello, moneyOf, readSms, sendSms, untilSms } from './sending.ts'
import { addNumber, startSmsService } from './service.ts'

const ours = '+14155550100'
const theirs = '+14155550200'
let smsc: Smsc
let service: Service
let api: Client
let neighbour: Client
beforeAll(async () => {
  smsc = await startSmsc()
  service = await startSmsService(() => ({ POSTHORN_SMPP_URL: smsc.url }))
  api = client(service.url, service.liveKey)
  // With only one organization it need not be named.
  const { organization_id } = await addNumber(service, ours)
  const other = await createOrganization(service.dataDir)
  neighbour = client(service.url, other.live_key)
  await addNumber(service, theirs, other)
  const { data } = await posthorn<{ data: { number: string; organization_id: string }[] }>(
    service.dataDir,
    'number',
    'list',
  )
  expect(data.map(one => [one.number, one.organization_id])).toEqual([
    [ours, organization_id],
    [theirs, other.id],
  ])
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await smsc?.[Symbol.asyncDispose]()
})

/** Resolves when the SMSC was told that the message was accepted. */
async function say(from: string, body: string, to = ours): Promise<void> {
  expect(new Set(await smsc.sendInbound({ from, to, body }))).toEqual(new Set([0]))
}

const post = (to: string, as = api) => as.post('/v1/sms', { ...hello(), from: as === neighbour ? theirs : ours, to })
const isOpen = async (to: string, as = api) => (await post(to, as)).status === 200

async function expectOptedOut(to: string) {
  const { status, body } = await post(to)
  expect([status, body.code], to).toEqual([400, 'recipient_opted_out'])
}

const listed = (query: string, as = api) => readAll<SmsListItem>(as, `/v1/sms?limit=100&${query}`)
const saidBy = (number: string, as = api) => listed(`from=${encodeURIComponent(number)}`, as)
/** Messages to this number, automatic answers included: those are stored together with the message that they answer. */
const saidTo = (number: string) => listed(`to=${encodeURIComponent(number)}`)
const textsAt = (number: string) => smsc.messages.filter(({ to }) => `+${to}` === number).map(({ text }) => text)

describe('STOP', () => {
  test('opts out the number at once, costs nothing, and is confirmed once however often it is sent', async () => {
    const person = newPhoneNumber()
    const { body: contact } = await api.post<Contact>('/v1/contacts', { phone_number: person })
    const before = await creditsOf(api)

    const said = performance.now()
    await say(person, 'STOP')
    await expectOptedOut(person)
    expect(performance.now() - said, 'milliseconds').toBeLessThan(1_000)
    await say(person, 'Stop!')

    expect((await api.get<Contact>(`/v1/contacts/${contact.id}`)).body.sms_subscribed).toBe(false)
    expect(await creditsOf(api)).toEqual(before)
    const answers = await saidTo(person)
    expect(answers).toHaveLength(1)
    const answer = await untilSms(api, answers[0]?.id ?? '')
    expect(answer).toMatchObject({ from: ours, to: person, direction: 'outbound' })
    expect(answer.credits_consumed).toBe(0)
    expect(textsAt(person)).toEqual([answer.body])
    const [second, first] = await Promise.all((await saidBy(person)).map(({ id }) => readSms(api, id)))
    expect(first && eventTypes(first)).toEqual(['received', 'opted_out'])
    expect(second && eventTypes(second)).toEqual(['received'])
  })

  test('sent a hundred times at once is confirmed once', async () => {
    const person = newPhoneNumber()

    await Promise.all(Array.from({ length: 100 }, () => say(person, 'STOP')))

    expect(await saidTo(person)).toHaveLength(1)
    await expectOptedOut(person)
  })

  const words = [
    ...[
      'STOP',
      'STOPALL',
      'STOP ALL',
      'UNSUBSCRIBE',
      'CANCEL',
      'END',
      'QUIT',
      'REVOKE',
      'OPTOUT',
      'OPT-OUT',
      'OPT OUT',
    ],
    ...['REMOVE', 'ARRET', 'ARRÊT', 'ALTO', 'BAJA', 'PARAR', 'SAIR', 'STOPP', 'ABMELDEN', 'DÉSABONNER'],
  ]
  const ways: ((word: string) => string)[] = [
    word => word,
    word => word.toLowerCase(),
    word => ` ${word}. \n`,
    word => `${word[0]}${word.slice(1).toLowerCase()}!!`,
    word => `“${word}” 🛑`,
  ]

  test.each(words)('%s is one as well, in any case, with spaces, quotes and punctuation', async word => {
    const people = ways.map(way => ({ person: newPhoneNumber(), body: way(word) }))

    await Promise.all(people.map(({ person, body }) => say(person, body)))

    for (const { person } of people) await expectOptedOut(person)
  })

  test.each([
    'Please stop',
    'please don’t stop',
    'stop by at 5',
    'Stop it',
    'STOP sending me these!',
    'Do not STOP',
    'STOPPED',
    'nonstop',
    'END OF STORY',
    'ST OP',
    '?',
  ])('%j is a sentence and does nothing', async body => {
    const person = newPhoneNumber()
    const { body: contact } = await api.post<Contact>('/v1/contacts', { phone_number: person })

    await say(person, body)

    expect((await api.get<Contact>(`/v1/contacts/${contact.id}`)).body).toEqual(contact)
    expect(await saidTo(person), 'no answer').toEqual([])
    expect(await isOpen(person)).toBe(true)
    expect((await saidBy(person)).map(one => one.body)).toEqual([body])
  })

  test('counts for the organization that owns the number it was sent to, in its live environment', async () => {
    const person = newPhoneNumber()

    await say(person, 'STOP')

    expect(await isOpen(person, neighbour)).toBe(true)
    expect(await isOpen(person, client(service.url, service.testKey))).toBe(true)
    await expectOptedOut(person)
  })

  test('outlives the contact, and is not undone by a new one', async () => {
    const person = newPhoneNumber()
    const { body: contact } = await api.post<Contact>('/v1/contacts', { phone_number: person })
    await say(person, 'STOP')
    await api.delete(`/v1/contacts/${contact.id}`)

    await expectOptedOut(person)
    await api.post<Contact>('/v1/contacts', { phone_number: person, sms_subscribed: true })

    await expectOptedOut(person)
  })
})

describe('START', () => {
  test.each(['START', 'unstop', ' Yes. '])('%j opts in the number again', async word => {
    const person = newPhoneNumber()
    const { body: contact } = await api.post<Contact>('/v1/contacts', { phone_number: person })
    await say(person, 'STOP')
    await expectOptedOut(person)

    await say(person, word)

    expect((await api.get<Contact>(`/v1/contacts/${contact.id}`)).body.sms_subscribed).toBe(true)
    const { id } = await sendSms(api, { to: person })
    await untilSms(api, id)
    const [start] = await saidBy(person)
    expect(eventTypes(await readSms(api, start?.id ?? ''))).toEqual(['received', 'opted_in'])
  })

  test('and a further STOP is confirmed again', async () => {
    const person = newPhoneNumber()

    for (const word of ['STOP', 'START', 'STOP']) await say(person, word)

    await expectOptedOut(person)
    const answers = (await saidTo(person)).map(({ body }) => body)
    expect(answers.filter(body => /unsubscribed/i.test(body))).toHaveLength(2)
  })
})

test.each(['HELP', 'info?'])('%s is answered, also to numbers that have opted out, and changes nothing', async word => {
  const person = newPhoneNumber()
  await say(person, word)
  const [help] = await saidTo(person)
  await say(person, 'STOP')
  await say(person, word)

  const read = await untilSms(api, help?.id ?? '')
  expect(read.body).toMatch(/STOP/)
  expect([read.credits_consumed, read.customer_charge_dollars]).toEqual([0, 0])
  await expectOptedOut(person)
  const answers = await saidTo(person)
  expect(answers.filter(({ body }) => body === read.body)).toHaveLength(2)
  for (const { id } of answers) await untilSms(api, id)
  expect(textsAt(person)).toHaveLength(3)
})

test('a number of another organization cannot be the sender: its owner would get the STOP', async () => {
  const before = await creditsOf(neighbour)

  const { status, body } = await neighbour.post('/v1/sms', { ...hello(), from: ours })

  expect([status, body.code]).toEqual([403, 'forbidden'])
  expect(body.message).toContain(ours)
  expect(await creditsOf(neighbour)).toEqual(before)
})

describe('what people write', () => {
  test('can be read, costs nothing, and belongs to the owner of the number', async () => {
    const person = newPhoneNumber()
    const before = await creditsOf(api)

    await say(person, 'Is the shop open today? €5 [or] so')
    await say(person, 'Да, 😀', theirs)

    const [item, ...others] = await saidBy(person)
    expect(others).toEqual([])
    const read = await readSms(api, item?.id ?? '')
    const expected: Partial<Sms> = {
      ...{ from: person, to: ours, body: 'Is the shop open today? €5 [or] so', status: 'received' },
      ...{ segments_count: 1, direction: 'inbound', media_urls: [], sent_at: null, delivered_at: null },
    }
    expect(read).toMatchObject(expected)
    expect(moneyOf(read)).toEqual([0, 0, 0, 0])
    expect(eventTypes(read)).toEqual(['received'])
    expect(await listed(`status=received&from=${encodeURIComponent(person)}`)).toEqual([item])
    expect(await creditsOf(api)).toEqual(before)
    expect((await saidBy(person, neighbour)).map(({ body }) => body)).toEqual(['Да, 😀'])
    expect((await neighbour.get(`/v1/sms/${item?.id}`)).status).toBe(404)
  })

  test.each(['udh8', 'udh16', 'sar'] as const)(
    'in pieces (%s) is one message, whatever their order',
    async piecesBy => {
      const [one, two] = [newPhoneNumber(), newPhoneNumber()]
      const text = (nth: number) => `${nth} ${'All work and no play makes Jack a dull boy. '.repeat(8)}`
      const inbound = (from: string, body: string) => ({ from, to: ours, body, pieces: 3, piecesBy })

      await Promise.all([smsc.sendInbound(inbound(one, text(1))), smsc.sendInbound(inbound(two, text(2)))])
      await smsc.sendInbound({ ...inbound(one, `ы${text(3)}`), reference: 78 })

      expect((await saidBy(one)).map(({ body }) => body)).toEqual([`ы${text(3)}`, text(1)])
      expect((await saidBy(two)).map(({ body }) => body)).toEqual([text(2)])
    },
  )

  test('is recognized as STOP when it comes in pieces, or in the field for longer texts', async () => {
    const [one, two] = [newPhoneNumber(), newPhoneNumber()]

    await smsc.sendInbound({ from: one, to: ours, body: 'STOP', pieces: 2 })
    await smsc.sendInbound({ from: two, to: ours, body: 'STOP', asPayload: true })

    await expectOptedOut(one)
    await expectOptedOut(two)
  })

  test('to a number without an owner is accepted but not stored, and the log tells the operator why', async () => {
    const [person, nobodys] = [newPhoneNumber(), newPhoneNumber()]

    await say(person, 'STOP', nobodys)

    expect(await saidBy(person)).toEqual([])
    expect(await saidBy(person, neighbour)).toEqual([])
    expect(await isOpen(person)).toBe(true)
    await expect.poll(() => service.output()).toMatch(/a number without an owner.*posthorn number add/)
  })

  test('is stored as soon as the number has an owner, and only as long as it has one', async () => {
    const [person, number] = [newPhoneNumber(), newPhoneNumber()]
    const other = await createOrganization(service.dataDir)
    const owner = client(service.url, other.live_key)

    await say(person, 'one', number)
    await addNumber(service, number, other)
    await say(person, 'two', number)
    await posthorn(service.dataDir, 'number', 'remove', number)
    await say(person, 'three', number)

    expect((await saidBy(person, owner)).map(({ body }) => body)).toEqual(['two'])
  })
})
