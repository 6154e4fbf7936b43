import { expect, test } from 'vitest'
import { Admission } from './admission.ts'

/** A service that answers `perSecond` requests a second in order of arrival, and callers that send at any rate. */
function simulate({ seconds, perSecond, arrivals }: Simulation) {
  let now = 0
  const admission = new Admission(() => now)
  const queue: { leave: () => void; caller: string; since: number }[] = []
  const waits = new Map<string, number[]>()
  const turnedAway = new Map<string, number>()
  let credit = 0
  for (; now < seconds * 1000; now += 10) {
    for (const [caller, count] of Object.entries(arrivals(now))) {
      for (let nth = 0; nth < count; nth++) {
        const leave = admission.enter(caller)
        if (leave) queue.push({ leave, caller, since: now })
        else turnedAway.set(caller, (turnedAway.get(caller) ?? 0) + 1)
      }
    }
    credit = Math.min(credit, 1) + perSecond / 100
    for (; credit >= 1 && queue.length > 0; credit--) {
      const { leave, caller, since } = queue.shift() ?? never
      leave()
      waits.set(caller, waits.get(caller) ?? [])
      waits.get(caller)?.push(now - since)
    }
  }
  return { admission, waits, turnedAway }
}

const never = { leave() {}, caller: '', since: 0 }

type Simulation = {
  seconds: number
  perSecond: number
  arrivals(nowMs: number): Record<string, number>
}

test('a load within capacity is admitted', () => {
  const { turnedAway } = simulate({ seconds: 10, perSecond: 1_000, arrivals: () => ({ a: 5, b: 4 }) })

  expect(turnedAway.size).toBe(0)
})

test('a burst that takes less than a second is admitted whole', () => {
  const burst = (now: number) => ({ a: now === 500 ? 700 : 0 })

  expect(simulate({ seconds: 5, perSecond: 1_000, arrivals: burst }).turnedAway.size).toBe(0)
})

test.each([100, 300, 2_000])('at %i a second no admitted request waits for long, whatever the load', perSecond => {
  const { waits, turnedAway } = simulate({ seconds: 12, perSecond, arrivals: () => ({ a: 40 }) })

  // The first requests arrive before the capacity is known.
  const later = (waits.get('a') ?? []).slice(1_000)
  expect(Math.max(...later)).toBeLessThan(2_000)
  expect(waits.get('a')?.length, 'and capacity is always used').toBeGreaterThan(perSecond * 11)
  expect(turnedAway.get('a')).toBeGreaterThan(0)
})

test('a modest caller is admitted while another one fills the limit', () => {
  const arrivals = (now: number) => ({ greedy: 40, modest: now % 200 === 0 ? 1 : 0 })

  const { turnedAway, waits } = simulate({ seconds: 10, perSecond: 300, arrivals })

  expect(turnedAway.get('modest')).toBeUndefined()
  expect(waits.get('modest')?.length).toBeGreaterThan(40)
  expect(turnedAway.get('greedy')).toBeGreaterThan(10_000)
})

test('a service that has stopped answering admits few requests, and recovers', () => {
  let isWorking = false
  let now = 0
  const admission = new Admission(() => now)
  const held: (() => void)[] = []
  for (; now < 20_000; now += 10) {
    if (now === 10_000) isWorking = true
    for (let nth = 0; nth < 5; nth++) {
      const leave = admission.enter('a')
      if (leave) held.push(leave)
    }
    if (isWorking) for (const leave of held.splice(0, 20)) leave()
    if (now === 9_990) expect(admission.limit).toBe(100)
  }

  expect(admission.inFlight).toBeLessThan(50)
})

test('many distinct callers cannot exceed the upper limit', () => {
  const admission = new Admission(() => 0)

  const entered = Array.from({ length: 5_000 }, (_, nth) => admission.enter(`caller ${nth}`)).filter(Boolean)

  expect(entered.length).toBe(2_000)
})
