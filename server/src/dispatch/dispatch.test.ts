import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { type AnyOutcome, dispatcher, newParcel, type Parcel, type Sent, type Way } from './dispatch.ts'

type Load = { address: string; size: number }
type Letter = Parcel<Load, Way, AnyOutcome>
type Asked = { parcel: Letter; way: Way; answer: (outcome: AnyOutcome) => Promise<void> }

const accepted: AnyOutcome = { kind: 'accepted', attempt: { reply: '250 2.0.0 Ok' } }
const refused: AnyOutcome = { kind: 'rejected', attempt: { reply: '550 5.1.1 No such user' } }
const putOff = (because: 'destination' | 'message', inDoubt = false): AnyOutcome => ({
  kind: 'deferred',
  attempt: { reply: '421 4.3.2 Closing' },
  because,
  inDoubt,
})
const down = putOff('destination')

const domainOf = ({ address }: Load) => address.slice(address.indexOf('@') + 1)
const basics = {
  routeOf: (load: Load) => ({ name: domainOf(load), most: 2 }),
  sizeOf: ({ size }: Load) => size,
  describe: ({ address }: Load) => ({ address }),
  log: pino({ level: 'silent' }),
}

/** A dispatcher whose clock and whose peers do as the test says, and whose results are written when it says so. */
function open({ written = Promise.resolve() }: { written?: Promise<void> } = {}) {
  const asked: Asked[] = []
  const ended = new Map<Letter, Sent<Way, AnyOutcome>>()
  const clock = { now: 0 }
  const line = dispatcher<Load, Way, AnyOutcome>({
    ...basics,
    nowMs: () => clock.now,
    send: (parcel, way) =>
      new Promise(resolve => {
        const answer = (outcome: AnyOutcome) => {
          resolve([outcome])
          return parcel.finished
        }
        asked.push({ parcel, way, answer })
      }),
    conclude: async (parcel, sent) => {
      ended.set(parcel, sent)
      await written
    },
  })
  return { line, asked, ended, clock }
}

const way: Way = { name: 'first' }
const other: Way = { name: 'second' }
const parcelTo = (address: string, ways: readonly Way[] = [way], size = 100): Letter =>
  newParcel({ address, size }, ways)
const at = <T>(list: readonly T[], nth: number): T => {
  const found = list[nth]
  if (found === undefined) throw new Error(`there is no number ${nth}`)
  return found
}

test('a destination has as many at once as it bears; the next one begins when one ends', async () => {
  const { line, asked } = open()
  for (let nth = 0; nth < 5; nth++) line.add(parcelTo('ada@slow.example'))
  expect(asked).toHaveLength(2)

  await at(asked, 0).answer(accepted)

  await vi.waitFor(() => expect(asked).toHaveLength(3))
  expect(line.running).toBe(2)
})

test('the next one begins while the result of the last is being written down, and all of them count', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const { line, asked } = open({ written })
  for (let nth = 0; nth < 5; nth++) line.add(parcelTo('ada@slow.example'))

  for (const nth of [0, 1, 2]) {
    void at(asked, nth).answer(accepted)
    await vi.waitFor(() => expect(asked).toHaveLength(3 + nth))
  }

  expect(line.running).toBe(5)
  write()
  await vi.waitFor(() => expect(line.running).toBe(2))
})

test('results that nobody writes down fill the line in the end', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const { line, asked } = open({ written })
  for (let nth = 0; nth < 600; nth++) line.add(parcelTo(`a@${nth % 300}.example`))
  expect(asked).toHaveLength(500)

  for (const { answer } of asked.slice(0, 100)) void answer(accepted)
  await new Promise(resolve => setImmediate(resolve))
  expect(asked).toHaveLength(500)
  write()

  await vi.waitFor(() => expect(asked).toHaveLength(600))
})

test('a slow destination holds up nobody else', () => {
  const { line, asked } = open()
  for (let nth = 0; nth < 50; nth++) line.add(parcelTo('ada@slow.example'))

  line.add(parcelTo('bob@fast.example'))

  expect(asked.filter(({ parcel }) => parcel.address === 'bob@fast.example')).toHaveLength(1)
})

test('an unwell destination is left alone; what waits for it goes back for as long, and others notice nothing', async () => {
  const { line, asked, ended, clock } = open()
  const parcels = [1, 2, 3, 4].map(() => parcelTo('ada@ill.example'))
  for (const parcel of parcels) line.add(parcel)

  for (const { answer } of [...asked]) await answer(down)
  await Promise.all(parcels.map(({ finished }) => finished))
  const late = parcelTo('ada@ill.example')
  line.add(late)
  line.add(parcelTo('bob@well.example'))

  await late.finished
  expect(asked).toHaveLength(3)
  expect([ended.get(at(parcels, 2)), ended.get(at(parcels, 3)), ended.get(late)]).toEqual([
    { kind: 'put back', inMs: 5_000 },
    { kind: 'put back', inMs: 5_000 },
    { kind: 'put back', inMs: 5_000 },
  ])
  expect(at(asked, 2).parcel.address).toBe('bob@well.example')

  clock.now = 5_000
  line.add(parcelTo('ada@ill.example'))
  expect(asked).toHaveLength(4)
})

test('when a way is down the next one is tried, and the result says so', async () => {
  const { line, asked, ended } = open()
  const parcel = parcelTo('ada@a.example', [way, other])
  line.add(parcel)

  void at(asked, 0).answer(down)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await at(asked, 1).answer(accepted)

  expect(asked.map(({ way }) => way.name)).toEqual(['first', 'second'])
  expect(ended.get(parcel)).toMatchObject({ kind: 'outcomes', note: 'first was down: 421 4.3.2 Closing' })
})

test('while the first way is down the second has the traffic, and the first is asked again after its pause', async () => {
  const { line, asked, clock } = open()
  line.add(parcelTo('ada@a.example', [way, other]))
  void at(asked, 0).answer(down)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await at(asked, 1).answer(accepted)

  line.add(parcelTo('bob@a.example', [way, other]))
  clock.now = 5_000
  line.add(parcelTo('bob@a.example', [way, other]))

  await vi.waitFor(() => expect(asked.slice(2).map(({ way }) => way.name)).toEqual(['second', 'first']))
})

test.each([
  ['puts the message off', putOff('message')],
  ['refuses it', refused],
  ['may have it', putOff('message', true)],
  ['may have it and hangs up', putOff('destination', true)],
] as const)('no second way is asked when the first %s', async (_, outcome) => {
  const { line, asked, ended } = open()
  const parcel = parcelTo('ada@a.example', [way, other])
  line.add(parcel)

  await at(asked, 0).answer(outcome)

  expect(asked).toHaveLength(1)
  expect(ended.get(parcel)).toMatchObject({ kind: 'outcomes', outcomes: [outcome] })
})

test('when every way is down it is put off with what the last one said', async () => {
  const { line, asked, ended } = open()
  const parcel = parcelTo('ada@a.example', [way, other])
  line.add(parcel)

  void at(asked, 0).answer(down)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await at(asked, 1).answer(down)

  expect(ended.get(parcel)).toMatchObject({ kind: 'outcomes', outcomes: [down], way: { name: 'second' } })
})

test('a parcel that waits can be taken back, once; one that has begun cannot', async () => {
  const { line, asked, ended } = open()
  const parcels = [1, 2, 3].map(() => parcelTo('ada@a.example'))
  for (const parcel of parcels) line.add(parcel)

  expect(parcels.map(parcel => line.withdraw(parcel))).toEqual([undefined, undefined, expect.any(Number)])
  expect(line.withdraw(at(parcels, 2))).toBeUndefined()
  await at(parcels, 2).finished

  await at(asked, 0).answer(accepted)
  await at(asked, 1).answer(accepted)
  await vi.waitFor(() => expect(line.running).toBe(0))
  expect(asked).toHaveLength(2)
  expect(ended.has(at(parcels, 2))).toBe(false)
})

const megabytes = 1024 * 1024

test('messages that are too large to be in memory together take turns', async () => {
  const { line, asked } = open()
  line.add(parcelTo('a@a.example', [way], 100 * megabytes))
  line.add(parcelTo('b@b.example', [way], 100 * megabytes))
  expect(asked).toHaveLength(1)

  await at(asked, 0).answer(accepted)

  await vi.waitFor(() => expect(asked).toHaveLength(2))
})

test('a message larger than all of the memory goes alone', () => {
  const { line, asked } = open()

  line.add(parcelTo('a@a.example', [way], 500 * megabytes))

  expect(asked).toHaveLength(1)
})

test('what waits for memory goes when there is some, whoever gave it back', async () => {
  const { line, asked } = open()
  for (let nth = 0; nth < 12; nth++) line.add(parcelTo(`a@${nth}.example`, [way], 10 * megabytes))
  line.add(parcelTo('b@b.example', [way], 10 * megabytes))
  expect(asked).toHaveLength(12)

  for (const { answer } of asked.slice(0, 12)) await answer(accepted)

  await vi.waitFor(() => expect(asked).toHaveLength(13))
})

test('a line that was full moves on for every destination', async () => {
  const { line, asked } = open()
  for (let nth = 0; nth < 510; nth++) line.add(parcelTo(`a@${nth}.example`))
  expect(asked).toHaveLength(500)

  for (const { answer } of asked.slice(0, 10)) await answer(accepted)

  await vi.waitFor(() => expect(asked).toHaveLength(510))
})

test('an error ends its own parcel only, and a result that cannot be recorded does not stop the line', async () => {
  const { promise: passed, resolve: go } = Promise.withResolvers<void>()
  const concluded: string[] = []
  const line = dispatcher<Load, Way, AnyOutcome>({
    ...basics,
    nowMs: () => 0,
    send: async ({ address }) => {
      await passed
      if (address === 'bad@a.example') throw new Error('cannot be said')
      return [accepted]
    },
    conclude: async (_, { kind }) => {
      concluded.push(kind)
      if (kind === 'error') throw new Error('cannot be written')
    },
  })
  const parcels = ['bad@a.example', 'good@a.example', 'good@a.example'].map(address => parcelTo(address))
  for (const parcel of parcels) line.add(parcel)

  go()
  await Promise.all(parcels.map(({ finished }) => finished))

  expect(concluded.toSorted()).toEqual(['error', 'outcomes', 'outcomes'])
  await vi.waitFor(() => expect(line.running).toBe(0))
})
