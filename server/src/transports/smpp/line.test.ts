import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startBoth } from '../../../testing/smpp.ts'
import { Line } from './line.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, nth) => `+1555000${nth + 1000}`)

describe('the window', () => {
  test('is never exceeded, and is used', async () => {
    await using both = await startBoth({ answerDelayMs: 10, window: 5 }, { query: '?window=5' })

    const outcomes = await Promise.all(numbers(60).map(to => both.submitTo(to)))

    expect(outcomes.flat().filter(({ kind }) => kind === 'accepted')).toHaveLength(60)
    expect(both.smsc.maxUnanswered).toBe(5)
    expect([...both.smsc.copies().values()]).toEqual(Array(60).fill(1))
  })

  test('that is smaller at the peer only slows us down', async () => {
    await using both = await startBoth({ answerDelayMs: 5, window: 2 }, { query: '?window=20' })

    const outcomes = await Promise.all(numbers(20).map(to => both.submitTo(to)))

    expect(outcomes.flat().filter(({ kind }) => kind === 'accepted')).toHaveLength(20)
    expect([...both.smsc.copies().values()]).toEqual(Array(20).fill(1))
  })

  test('frees its slot when an answer times out', async () => {
    await using both = await startBoth(
      { script: { 15550001000: { silent: true } } },
      { query: '?window=1', timing: { submit: 300 } },
    )

    const [silent, next] = await Promise.all(numbers(2).map(to => both.submitTo(to)))

    expect(silent).toMatchObject([{ kind: 'deferred', inDoubt: true }])
    expect(next).toMatchObject([{ kind: 'accepted' }])
  })

  test('that stays full defers the waiting messages, and they are not in doubt', async () => {
    await using both = await startBoth(
      { script: { 15550001000: { silent: true } } },
      { query: '?window=1', timing: { line: 100, submit: 1_000 } },
    )
    const first = both.submitTo('+15550001000')
    await both.smsc.waitFor(1)

    expect(await both.submitTo('+15550001001')).toMatchObject([
      {
        kind: 'deferred',
        because: 'destination',
        inDoubt: false,
        attempt: { reply: 'Timed out waiting for the carrier' },
      },
    ])
    await first
  })
})

test('the rate is kept', async () => {
  await using both = await startBoth({}, { query: '?rate=100' })
  await both.submit('Hello')
  const begun = performance.now()

  await Promise.all(numbers(40).map(to => both.submitTo(to)))

  // 40 messages at 100 a second, less the slack.
  expect(performance.now() - begun).toBeGreaterThan(350)
})

test.each([
  ['', 200],
  ['?window=10', 40],
  ['?window=10&rate=2', 8],
])('with %j the limit of concurrent submissions is %i', async (query, most) => {
  await using both = await startBoth({}, { query })

  expect(both.carrier.maxAtOnce).toBe(most)
})

describe('a peer that is too busy', () => {
  test.each([0x58, 0x14])('(%i) gets the same part again until it accepts it', async status => {
    await using both = await startBoth({ script: { 15550002222: { status, times: 3 } } })

    expect(await both.submit('Hello')).toMatchObject([{ kind: 'accepted' }])
    expect([...both.smsc.copies().values()]).toEqual([1])
  })

  test('for too long defers the message, which is not in doubt', async () => {
    await using both = await startBoth({ script: { 15550002222: { status: 0x58 } } }, { timing: { busy: 200 } })
    const begun = performance.now()

    expect(await both.submit('one', 'two')).toMatchObject([
      { kind: 'deferred', because: 'destination', inDoubt: false, attempt: { reply: 'ESME_RTHROTTLED (0x58)' } },
      { kind: 'deferred', because: 'destination', inDoubt: false },
    ])
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect(both.smsc.received).toBe(0)
  })

  test('delays other messages too, and all of them are accepted in the end', async () => {
    let submits = 0
    await using both = await startBoth(
      { script: () => (++submits <= 30 ? { status: 0x58 } : undefined) },
      { query: '?window=10' },
    )

    const outcomes = await Promise.all(numbers(20).map(to => both.submitTo(to)))

    expect(outcomes.flat().filter(({ kind }) => kind === 'accepted')).toHaveLength(20)
    expect(submits).toBe(50)
  })
})

describe('a line', () => {
  const line = () => new Line({ window: 3, rate: null, pause: [100, 300] })
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('pauses longer each time it is throttled, until a message is accepted', async () => {
    const busy = line()

    const waits: number[] = []
    for (const how of ['busy', 'busy', 'busy', 'busy', 'taken', 'busy', 'taken'] as const) {
      waits.push(await timeOfTurn(busy))
      busy.leave(how, performance.now())
    }

    expect(waits).toEqual([0, 100, 200, 300, 300, 0, 100])
  })

  test('counts messages that were in flight together as one throttling', async () => {
    const busy = line()
    const entered = performance.now()
    await Promise.all([busy.enter(1), busy.enter(1), busy.enter(1)])
    await vi.advanceTimersByTimeAsync(10)

    for (let answer = 0; answer < 3; answer++) busy.leave('busy', entered)

    expect(await timeOfTurn(busy)).toBe(100)
  })

  test('lets one message through after a pause, and one more with each accepted one', async () => {
    const busy = line()
    await busy.enter(1)
    busy.leave('busy', performance.now())
    const turns = Array.from({ length: 6 }, () => busy.enter(10_000))
    const granted: number[] = []
    turns.forEach((turn, nth) => void turn.then(() => granted.push(nth)))

    await vi.advanceTimersByTimeAsync(100)
    expect(granted).toHaveLength(1)
    busy.leave('taken', performance.now())
    await vi.advanceTimersByTimeAsync(0)
    expect(granted).toHaveLength(3)
    busy.leave('taken', performance.now())
    await vi.advanceTimersByTimeAsync(0)
    expect(granted).toHaveLength(5)
  })
})

async function timeOfTurn(line: Line): Promise<number> {
  const asked = performance.now()
  let came = Number.NaN
  void line.enter(10_000).then(() => (came = performance.now()))
  for (let step = 0; Number.isNaN(came) && step < 1_000; step++) await vi.advanceTimersByTimeAsync(step === 0 ? 0 : 1)
  return Math.round(came - asked)
}
