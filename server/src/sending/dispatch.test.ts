import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import {
  type AnyOutcome,
  type Attempted,
  type DeferredBecause,
  type DispatchOptions,
  dispatcher,
  newTransmission,
  type Sent,
  type Transmission,
  type Transport,
} from './dispatch.ts'

type Load = { address: string; size: number; stream?: number; tenant?: string }
type OurTransmission = Transmission<Load, Transport, AnyOutcome>
type Asked = { transmission: OurTransmission; transport: Transport; answer: (outcome: AnyOutcome) => Promise<void> }

const accepted: AnyOutcome = { kind: 'accepted', attempt: { reply: '250 2.0.0 Ok' } }
const refused: AnyOutcome = { kind: 'rejected', attempt: { reply: '550 5.1.1 No such user' } }
const deferred = (because: DeferredBecause, inDoubt = false): AnyOutcome => ({
  kind: 'deferred',
  attempt: { reply: '421 4.3.2 Closing' },
  because,
  inDoubt,
})
const down = deferred('destination')
const connectionRefused = (open: number): AnyOutcome => ({
  kind: 'deferred',
  attempt: { reply: '421 4.7.0 Too many connections' },
  because: 'destination',
  inDoubt: false,
  refusal: { open, busy: true },
})

const domainOf = ({ address }: Load) => address.slice(address.indexOf('@') + 1)
const basics = {
  destinationOf: (load: Load) => ({ name: domainOf(load), maxRunning: 2 }),
  streamOf: ({ stream = 0 }: Load) => stream,
  // One tenant per domain, unless a test is about tenants.
  tenantOf: (load: Load) => load.tenant ?? domainOf(load),
  sizeOf: ({ size }: Load) => size,
  describe: ({ address }: Load) => ({ address }),
  log: pino({ level: 'silent' }),
}

const unlimited: Known['allow'] = async (_, __, wanted) => ({ count: wanted, forMs: 60_000 })
type Known = NonNullable<DispatchOptions<Load, Transport, AnyOutcome>['destinationState']>

/** A dispatcher with the clock and the peers controlled by the test, and results written when `written` resolves. */
type Special = {
  written?: Promise<void>
  destinationState?: Known
  attempted?: Attempted
  maxAtOnce?: number
  special?: Partial<typeof basics>
}

function open({ written = Promise.resolve(), destinationState, attempted, maxAtOnce, special = {} }: Special = {}) {
  const asked: Asked[] = []
  const ended = new Map<OurTransmission, Sent<Transport, AnyOutcome>>()
  const clock = { now: 0 }
  const queue = dispatcher<Load, Transport, AnyOutcome>({
    ...basics,
    ...special,
    destinationState,
    attempted,
    maxAtOnce,
    nowMs: () => clock.now,
    send: (transmission, transport) =>
      new Promise(resolve => {
        const answer = (outcome: AnyOutcome) => {
          resolve([outcome])
          return transmission.finished
        }
        asked.push({ transmission, transport, answer })
      }),
    conclude: async (transmission, sent) => {
      ended.set(transmission, sent)
      await written
    },
  })
  return { queue, asked, ended, clock }
}

const transport: Transport = { name: 'first' }
const other: Transport = { name: 'second' }
const transmissionTo = (address: string, transports: readonly Transport[] = [transport], size = 100): OurTransmission =>
  newTransmission({ address, size }, transports)
const broadcastTo = (address: string): OurTransmission =>
  newTransmission({ address, size: 100, stream: 1 }, [transport])
const at = <T>(list: readonly T[], nth: number): T => {
  const found = list[nth]
  if (found === undefined) throw new Error(`there is no number ${nth}`)
  return found
}

test('a destination gets as many at once as it takes; the next one starts when one ends', async () => {
  const { queue, asked } = open()
  for (let nth = 0; nth < 5; nth++) queue.add(transmissionTo('ada@slow.example'))
  expect(asked).toHaveLength(2)

  await at(asked, 0).answer(accepted)

  await vi.waitFor(() => expect(asked).toHaveLength(3))
  expect(queue.running).toBe(2)
})

test('the next one starts while the result of the last is being written, and all of them count as running', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const { queue, asked } = open({ written })
  for (let nth = 0; nth < 5; nth++) queue.add(transmissionTo('ada@slow.example'))

  for (const nth of [0, 1, 2]) {
    void at(asked, nth).answer(accepted)
    await vi.waitFor(() => expect(asked).toHaveLength(3 + nth))
  }

  expect(queue.running).toBe(5)
  write()
  await vi.waitFor(() => expect(queue.running).toBe(2))
})

test('results that are not written use up the room', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const { queue, asked } = open({ written })
  for (let nth = 0; nth < 600; nth++) queue.add(transmissionTo(`a@${nth % 300}.example`))
  expect(asked).toHaveLength(400)

  for (const { answer } of asked.slice(0, 100)) void answer(accepted)
  await new Promise(resolve => setImmediate(resolve))
  expect(asked).toHaveLength(400)
  write()

  await vi.waitFor(() => expect(asked).toHaveLength(500))
})

test('a slow destination does not delay others', () => {
  const { queue, asked } = open()
  for (let nth = 0; nth < 50; nth++) queue.add(transmissionTo('ada@slow.example'))

  queue.add(transmissionTo('bob@fast.example'))

  expect(asked.filter(({ transmission }) => transmission.address === 'bob@fast.example')).toHaveLength(1)
})

test('a failing destination is paused; its messages are put back for as long, and other destinations are not affected', async () => {
  const { queue, asked, ended, clock } = open()
  const transmissions = [1, 2, 3, 4].map(() => transmissionTo('ada@ill.example'))
  for (const transmission of transmissions) queue.add(transmission)

  for (const { answer } of [...asked]) await answer(down)
  await Promise.all(transmissions.map(({ finished }) => finished))
  const late = transmissionTo('ada@ill.example')
  queue.add(late)
  queue.add(transmissionTo('bob@well.example'))

  await late.finished
  expect(asked).toHaveLength(3)
  expect([ended.get(at(transmissions, 2)), ended.get(at(transmissions, 3)), ended.get(late)]).toEqual([
    { kind: 'put back', inMs: 5_000, because: 'destination', waitsFor: 'first ill.example' },
    { kind: 'put back', inMs: 5_000, because: 'destination', waitsFor: 'first ill.example' },
    { kind: 'put back', inMs: 5_000, because: 'destination', waitsFor: 'first ill.example' },
  ])
  expect(at(asked, 2).transmission.address).toBe('bob@well.example')

  clock.now = 5_000
  queue.add(transmissionTo('ada@ill.example'))
  expect(asked).toHaveLength(4)
})

test('a message whose connection was one too many is not deferred: it goes first when there is room', async () => {
  const { queue, asked, ended } = open()
  const transmissions = [1, 2, 3].map(nth => transmissionTo(`${nth}@full.example`))
  for (const transmission of transmissions) queue.add(transmission)

  void at(asked, 1).answer(connectionRefused(1))
  await vi.waitFor(() => expect(at(transmissions, 1).place).toBeDefined())
  expect(asked).toHaveLength(2)
  for (const nth of [0, 2, 3]) await at(asked, nth).answer(accepted)

  expect(asked.map(({ transmission }) => transmission.address[0])).toEqual(['1', '2', '2', '3'])
  expect([...ended.values()].map(({ kind }) => kind)).toEqual(['outcomes', 'outcomes', 'outcomes'])
})

test('the urgent stream overtakes other messages at its destination, and their pause does not delay it', async () => {
  const { queue, asked, ended } = open()
  const broadcast = Array.from({ length: 50 }, (_, nth) => broadcastTo(`${nth}@a.example`))
  for (const one of broadcast) queue.add(one)
  const first = transmissionTo('code@a.example')
  queue.add(first)

  await at(asked, 0).answer(deferred('pace'))
  await at(asked, 1).answer(deferred('pace'))

  await vi.waitFor(() => expect(at(asked, 2).transmission.address).toBe('code@a.example'))
  queue.add(transmissionTo('late@a.example'))
  await at(asked, 2).answer(accepted)
  await vi.waitFor(() => expect(at(asked, 3).transmission.address).toBe('late@a.example'))
  expect(ended.get(at(broadcast, 5))).toEqual({
    kind: 'put back',
    inMs: 5_000,
    because: 'destination',
    waitsFor: 'first a.example',
  })
})

test('a permanent rejection that mentions our pace also slows the stream down', async () => {
  const { queue, asked } = open()
  for (let nth = 0; nth < 3; nth++) queue.add(transmissionTo('ada@a.example'))

  await at(asked, 0).answer({ ...refused, pauses: true })
  await at(asked, 1).answer({ ...refused, pauses: true })

  expect(asked).toHaveLength(2)
})

test('a smaller limit also reserves a fifth for the urgent stream', () => {
  const { queue, asked } = open({ maxAtOnce: 20 })
  for (let nth = 0; nth < 30; nth++) queue.add(broadcastTo(`a@${nth}.example`))
  expect(asked).toHaveLength(12)

  for (let nth = 0; nth < 30; nth++) queue.add(transmissionTo(`code@code-${nth}.example`))

  expect(asked).toHaveLength(16)
})

test('other streams leave room for the urgent one, however many destinations they have', () => {
  const { queue, asked } = open()
  for (let nth = 0; nth < 600; nth++) queue.add(broadcastTo(`a@${nth}.example`))
  expect(asked).toHaveLength(300)

  for (let nth = 0; nth < 150; nth++) queue.add(transmissionTo(`code@code-${nth}.example`))

  expect(asked).toHaveLength(400)
})

test('hundreds of silent destinations leave room for proven ones', async () => {
  const { queue, asked } = open()
  queue.add(transmissionTo('ada@healthy.example'))
  await at(asked, 0).answer(accepted)
  await vi.waitFor(() => expect(queue.running).toBe(0))
  const silent = Array.from({ length: 600 }, (_, nth) => transmissionTo(`a@silent-${nth}.example`))
  for (const one of silent) queue.add(one)
  expect(asked).toHaveLength(1 + 400)

  queue.add(transmissionTo('bob@healthy.example'))

  expect(asked.at(-1)?.transmission.address).toBe('bob@healthy.example')
  expect(queue.withdraw(at(silent, 599))?.waitsFor, 'it waits for us').toBeNull()
})

test('a tenant gets at most half of the room for unproven destinations', async () => {
  const { queue, asked } = open()
  const own = { size: 1, tenant: 'loud' }
  for (let nth = 0; nth < 300; nth++)
    queue.add(newTransmission({ address: `a@silent-${nth}.example`, ...own }, [transport]))
  expect(asked).toHaveLength(200)

  queue.add(newTransmission({ address: 'ada@new.example', size: 1, tenant: 'quiet' }, [transport]))
  expect(asked.at(-1)?.transmission.address).toBe('ada@new.example')
  await at(asked, 0).answer(accepted)

  await vi.waitFor(() => expect(asked.at(-1)?.transmission.tenant, 'the freed room').toBe('loud'))
  expect(asked).toHaveLength(202)
})

test('the lookup of a destination delays only its own message', async () => {
  const found = Promise.withResolvers<{ name: string; maxRunning: number }>()
  const sent: string[] = []
  const queue = dispatcher<Load, Transport, AnyOutcome>({
    ...basics,
    destinationOf: load => (load.address === 'new@b.example' ? found.promise : { name: domainOf(load), maxRunning: 2 }),
    nowMs: () => 0,
    send: async ({ address }) => {
      sent.push(address)
      return [accepted]
    },
    conclude: async () => {},
  })
  const [slow, quick] = [transmissionTo('new@b.example'), transmissionTo('known@a.example')]
  queue.add(slow)
  queue.add(quick)
  await quick.finished
  expect(sent).toEqual(['known@a.example'])

  found.resolve({ name: 'b.example', maxRunning: 2 })
  await slow.finished

  expect(sent).toEqual(['known@a.example', 'new@b.example'])
})

test('when a transport is down, the next one is tried, and the result says so', async () => {
  const { queue, asked, ended } = open()
  const transmission = transmissionTo('ada@a.example', [transport, other])
  queue.add(transmission)

  void at(asked, 0).answer(down)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await at(asked, 1).answer(accepted)

  expect(asked.map(({ transport }) => transport.name)).toEqual(['first', 'second'])
  expect(ended.get(transmission)).toMatchObject({ kind: 'outcomes', note: 'first was down: 421 4.3.2 Closing' })
})

test('while the first transport is down, the second gets the traffic, and the first is tried again after its pause', async () => {
  const { queue, asked, clock } = open()
  queue.add(transmissionTo('ada@a.example', [transport, other]))
  void at(asked, 0).answer(down)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await at(asked, 1).answer(accepted)

  queue.add(transmissionTo('bob@a.example', [transport, other]))
  clock.now = 5_000
  queue.add(transmissionTo('bob@a.example', [transport, other]))

  await vi.waitFor(() => expect(asked.slice(2).map(({ transport }) => transport.name)).toEqual(['second', 'first']))
})

test.each([
  ['defers the message', deferred('message')],
  ['rejects it', refused],
  ['may have it', deferred('message', true)],
  ['may have it and hangs up', deferred('destination', true)],
] as const)('no second transport is tried when the first %s', async (_, outcome) => {
  const { queue, asked, ended } = open()
  const transmission = transmissionTo('ada@a.example', [transport, other])
  queue.add(transmission)

  await at(asked, 0).answer(outcome)

  expect(asked).toHaveLength(1)
  expect(ended.get(transmission)).toMatchObject({ kind: 'outcomes', outcomes: [outcome] })
})

test('when every transport is down, the message is deferred with the reply of the last one', async () => {
  const { queue, asked, ended } = open()
  const transmission = transmissionTo('ada@a.example', [transport, other])
  queue.add(transmission)

  void at(asked, 0).answer(down)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await at(asked, 1).answer(down)

  expect(ended.get(transmission)).toMatchObject({ kind: 'outcomes', outcomes: [down], transport: { name: 'second' } })
})

test('a waiting transmission can be withdrawn, once; a started one cannot', async () => {
  const { queue, asked, ended } = open()
  const transmissions = [1, 2, 3].map(() => transmissionTo('ada@a.example'))
  for (const transmission of transmissions) queue.add(transmission)

  expect(transmissions.map(transmission => queue.withdraw(transmission))).toEqual([
    undefined,
    undefined,
    { waitMs: expect.any(Number), waitsFor: 'first a.example' },
  ])
  expect(queue.withdraw(at(transmissions, 2))).toBeUndefined()
  await at(transmissions, 2).finished

  await at(asked, 0).answer(accepted)
  await at(asked, 1).answer(accepted)
  await vi.waitFor(() => expect(queue.running).toBe(0))
  expect(asked).toHaveLength(2)
  expect(ended.has(at(transmissions, 2))).toBe(false)
})

const megabytes = 1024 * 1024

test('messages that are too large for memory together are sent one after the other', async () => {
  const { queue, asked } = open()
  queue.add(transmissionTo('a@a.example', [transport], 100 * megabytes))
  queue.add(transmissionTo('b@b.example', [transport], 100 * megabytes))
  expect(asked).toHaveLength(1)

  await at(asked, 0).answer(accepted)

  await vi.waitFor(() => expect(asked).toHaveLength(2))
})

test('a message larger than the memory limit is sent alone', () => {
  const { queue, asked } = open()

  queue.add(transmissionTo('a@a.example', [transport], 500 * megabytes))

  expect(asked).toHaveLength(1)
})

test('a message that waits for memory is sent when any other message frees some', async () => {
  const { queue, asked } = open()
  for (let nth = 0; nth < 12; nth++) queue.add(transmissionTo(`a@${nth}.example`, [transport], 10 * megabytes))
  queue.add(transmissionTo('b@b.example', [transport], 10 * megabytes))
  expect(asked).toHaveLength(12)

  for (const { answer } of asked.slice(0, 12)) await answer(accepted)

  await vi.waitFor(() => expect(asked).toHaveLength(13))
})

test('when a full dispatcher has room again, the queues of all destinations continue', async () => {
  const { queue, asked } = open()
  for (let nth = 0; nth < 410; nth++) queue.add(transmissionTo(`a@${nth}.example`))
  expect(asked).toHaveLength(400)

  for (const { answer } of asked.slice(0, 10)) await answer(accepted)

  await vi.waitFor(() => expect(asked).toHaveLength(410))
})

test('an error ends only its own transmission, and a result that cannot be recorded does not stop the queue', async () => {
  const { promise: passed, resolve: go } = Promise.withResolvers<void>()
  const concluded: string[] = []
  const queue = dispatcher<Load, Transport, AnyOutcome>({
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
  const transmissions = ['bad@a.example', 'good@a.example', 'good@a.example'].map(address => transmissionTo(address))
  for (const transmission of transmissions) queue.add(transmission)

  go()
  await Promise.all(transmissions.map(({ finished }) => finished))

  expect(concluded.toSorted()).toEqual(['error', 'outcomes', 'outcomes'])
  await vi.waitFor(() => expect(queue.running).toBe(0))
})

test('a limit that another worker finds later applies here too', async () => {
  let limit: number | undefined
  const destinationState: Known = { limitOf: () => limit, isFailing: () => false, allow: unlimited, learned: () => {} }
  const { queue, asked } = open({ destinationState })
  queue.add(transmissionTo('ada@busy.example'))
  limit = 1

  for (let nth = 0; nth < 2; nth++) queue.add(transmissionTo('ada@busy.example'))

  expect(asked).toHaveLength(1)
})

test('the first success reports that a destination works again, whichever worker saw it fail', async () => {
  const shared: unknown[] = []
  const destinationState: Known = {
    limitOf: () => undefined,
    isFailing: () => shared.length === 0,
    allow: unlimited,
    learned: what => shared.push(what),
  }
  const { queue, asked } = open({ destinationState })
  for (let nth = 0; nth < 2; nth++) queue.add(transmissionTo('ada@back.example'))

  await at(asked, 0).answer(accepted)
  await at(asked, 1).answer(accepted)

  expect(shared).toEqual([{ name: 'first back.example', trouble: undefined, cap: undefined, own: null }])
})

test("other workers are told a destination's reply, but not the addresses in it", async () => {
  const shared: unknown[] = []
  const destinationState: Known = {
    limitOf: () => undefined,
    isFailing: () => false,
    allow: unlimited,
    learned: what => shared.push(what),
  }
  const { queue, asked } = open({ destinationState })
  queue.add(transmissionTo('ada@away.example'))

  await at(asked, 0).answer({
    ...down,
    attempt: { reply: '421 4.3.2 <ada@away.example> (for bob@acme.test, +14155552671) try later' },
  })

  expect(shared).toMatchObject([{ trouble: { failures: 1, reply: '421 4.3.2 <…> (for … …) try later' } }])
})

const sourceOf = (name: string): Transport => ({ name, family: 'direct' })
const capped = {
  ...basics,
  destinationOf: (load: Load) => ({
    name: domainOf(load),
    maxRunning: 10,
    caps: { perDay: 3, words: 'at most 3 a day' },
  }),
}

test('a destination gets no more than its cap, waiting messages say why, and another source may continue', async () => {
  const shared: unknown[] = []
  const left = new Map([
    ['one', 3],
    ['two', 1],
  ])
  const destinationState: Known = {
    limitOf: () => undefined,
    isFailing: () => false,
    async allow(destination, _, wanted) {
      const [source = ''] = destination.split(' ')
      const count = Math.min(wanted, left.get(source) ?? 0)
      left.set(source, (left.get(source) ?? 0) - count)
      return { count, forMs: 3_600_000 }
    },
    learned: what => shared.push(what),
  }
  const { queue, asked, ended } = open({ destinationState, special: capped })
  const transmissions = Array.from({ length: 6 }, () =>
    transmissionTo('ada@new.example', [sourceOf('one'), sourceOf('two')]),
  )

  for (const transmission of transmissions) queue.add(transmission)

  await vi.waitFor(() => expect(ended.size).toBe(2))
  expect(asked.map(({ transport }) => transport.name)).toEqual(['one', 'one', 'one', 'two'])
  expect([...ended.values()]).toEqual(
    Array(2).fill({
      kind: 'put back',
      inMs: 3_600_000,
      because: 'destination',
      waitsFor: expect.stringMatching(/new.example/),
    }),
  )
  expect(shared).toContainEqual({
    name: 'one new.example',
    trouble: undefined,
    cap: { words: 'at most 3 a day', forMs: 3_600_000 },
    own: null,
  })
})

test('a failing peer is not tried from another source instead', async () => {
  const { queue, asked, ended } = open()
  const transports = [sourceOf('one'), sourceOf('two'), other]
  const [transmission, later] = [
    transmissionTo('ada@away.example', transports),
    transmissionTo('bob@away.example', transports),
  ]
  queue.add(transmission)

  void at(asked, 0).answer(down)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  queue.add(later)

  expect(asked.map(({ transport }) => transport.name)).toEqual(['one', 'second', 'second'])
  expect(ended.size).toBe(0)
})

test('each attempt is counted by transport and result; a connection that was one too many is not counted', async () => {
  const counted: Parameters<Attempted>[] = []
  const { queue, asked, clock } = open({ attempted: (...one) => counted.push(one) })
  for (const address of ['ada@a.example', 'bob@b.example', 'eve@c.example'])
    queue.add(transmissionTo(address, [transport, other]))
  clock.now = 250

  void at(asked, 0).answer(connectionRefused(1))
  await at(asked, 1).answer(refused)
  void at(asked, 2).answer(down)
  await vi.waitFor(() => expect(asked).toHaveLength(5))
  for (const nth of [3, 4]) await at(asked, nth).answer(accepted)

  expect(counted).toEqual([
    ['first', ['rejected'], 250],
    ['first', ['deferred'], 250],
    ['first', ['accepted'], 0],
    ['second', ['accepted'], 0],
  ])
})

test('a transport does not inherit the pauses of an earlier one with the same name', async () => {
  const { queue, asked, ended } = open()
  queue.add(transmissionTo('ada@example.com'))
  await at(asked, 0).answer(down)
  const waiting = transmissionTo('ada@example.com')
  queue.add(waiting)
  expect(ended.get(waiting)?.kind).toBe('put back')

  queue.add(transmissionTo('ada@example.com', [{ name: transport.name }]))

  expect(asked).toHaveLength(2)
})
