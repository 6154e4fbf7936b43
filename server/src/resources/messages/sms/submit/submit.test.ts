import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Submission } from '#transports/carrier.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { bookOf, draftTo, type Exchange, openExchange } from '../exchange.fixture.ts'
import { down, gate, scripted, taken } from './scripted.fixture.ts'

let exchange: Exchange
beforeAll(async () => {
  exchange = await openExchange(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => exchange[Symbol.asyncDispose]())
beforeEach(() => exchange.clear())
afterEach(() => exchange.expectNothingStuck())

const typesOf = async ({ id }: { id: string }) =>
  (await eventsOf(exchange.database, id)).map(({ type }) => type.slice('sms.'.length))
const several = (count: number) => exchange.accept(Array.from({ length: count }, () => draftTo(exchange.newNumber())))
const ada = '+14155550100'
const copy = `${ada} 1/1`

test('that it may leave is on record before it leaves, with its carrier, and gone when the answer is', async () => {
  const sms = await exchange.acceptOne(ada)
  const seen: unknown[] = []
  const look = async () => {
    const { submitting, carrier } = await exchange.progress(sms.id)
    seen.push([submitting, carrier])
  }

  await exchange.run(exchange.hire([scripted(undefined, { beforeMark: look, afterSubmit: look })]))
  await look()

  expect(seen).toEqual([
    [false, null],
    [true, 'scripted'],
    [false, 'scripted'],
  ])
})

test('a job that runs again finds nothing to do', async () => {
  const messages = await several(3)
  const jobs = await exchange.jobs()
  const far = scripted()
  const worker = exchange.hire([far])
  await exchange.run(worker)

  for (const { payload } of jobs)
    await worker.submit(payload, { workerId: 'other', signal: new AbortController().signal })

  expect(far.copies).toHaveLength(3)
  for (const sms of messages) expect(await typesOf(sms)).toEqual(['sent'])
})

test('messages accepted together share jobs of a hundred', async () => {
  await several(201)

  const sizes = (await exchange.jobs()).map(({ payload }) => payload.messages.length)

  expect(sizes).toEqual([100, 100, 1])
  await exchange.run(exchange.hire([scripted()]))
})

test('no more are on the wire at once than the carrier bears', async () => {
  await several(12)
  const answer = gate()
  const far = scripted(undefined, { maxAtOnce: 3, afterSubmit: () => answer.passed })

  const running = exchange.run(exchange.hire([far]))
  await vi.waitFor(() => expect(far.copies).toHaveLength(3))
  expect(far.begun).toHaveLength(3)
  answer.open()
  await running

  expect(far.copies).toHaveLength(12)
})

test('a slow carrier does not hold its job; the message goes on, is looked in on, and its answer counts', async () => {
  const [slow, quick] = await exchange.accept([draftTo(ada), draftTo('+14155550101')])
  if (!slow || !quick) throw new Error('nothing was accepted')
  const answer = gate()
  const far = scripted(undefined, { afterSubmit: async ({ to }) => void (to === ada && (await answer.passed)) })
  const worker = exchange.hire([far], { patienceMs: 100 })
  await exchange.alive('worker')

  await exchange.run(worker)
  expect(await exchange.jobs()).toEqual([])
  expect(await exchange.statusOf(quick.id)).toBe('sent')
  expect(await exchange.dueIn(slow.id)).toSatisfy((ms: number) => ms > 8_000 && ms <= 10_000)
  // Somebody looks in on it: the same worker, and another one.
  for (const workerId of ['worker', 'another']) {
    await exchange.comeDue()
    await exchange.run(workerId === 'worker' ? worker : exchange.hire([far]), workerId)
    expect(await exchange.progress(slow.id)).toMatchObject({ claimed_by: 'worker', token: 1 })
    expect(await exchange.dueIn(slow.id)).toBeGreaterThan(8_000)
  }
  answer.open()

  await vi.waitFor(async () => expect(await exchange.statusOf(slow.id)).toBe('sent'))
  expect(far.copies.toSorted()).toEqual([copy, '+14155550101 1/1'])
  expect(await exchange.progress(slow.id)).toMatchObject({ due_at: null, claimed_by: null, attempts: 1 })
})

test('what has not begun when its job ends goes back, untried, and is submitted later', async () => {
  const messages = await several(3)
  const answer = gate()
  const far = scripted(undefined, { maxAtOnce: 1, afterSubmit: () => answer.passed })
  const worker = exchange.hire([far], { patienceMs: 50 })
  await exchange.alive('worker')

  await exchange.run(worker)

  const rows = (await Promise.all(messages.map(({ id }) => exchange.progress(id)))).map(one => one.claimed_by)
  expect(rows.toSorted()).toEqual([null, null, 'worker'])
  await exchange.expectNothingStuck()
  answer.open()
  await vi.waitFor(async () => {
    await exchange.comeDue()
    await exchange.run(worker)
    for (const { id } of messages) expect(await exchange.statusOf(id)).toBe('sent')
  })
  expect(far.copies.toSorted()).toEqual(messages.map(({ draft }) => `${draft.to} 1/1`).toSorted())
})

test('a worker that stops puts back what has not begun and waits for what is on the wire', async () => {
  const messages = await several(3)
  const answer = gate()
  const far = scripted(undefined, { maxAtOnce: 1, afterSubmit: () => answer.passed })
  const worker = exchange.hire([far], { stopWithinMs: 10_000 })
  const running = exchange.run(worker)
  await vi.waitFor(() => expect(far.begun).toHaveLength(1))

  worker.stop()
  await running
  await exchange.expectNothingStuck()
  const disposed = worker[Symbol.asyncDispose]()
  answer.open()
  await disposed

  const statuses = await Promise.all(messages.map(({ id }) => exchange.statusOf(id)))
  expect(statuses.toSorted()).toEqual(['processing', 'processing', 'sent'])
  expect(far.copies).toHaveLength(1)
})

test('a worker that has stopped begins nothing, and its jobs stay in the queue', async () => {
  await several(1)
  const far = scripted()
  const worker = exchange.hire([far])
  worker.stop()

  await expect(exchange.run(worker)).rejects.toThrow('stopping')

  expect(far.begun).toEqual([])
  expect(await exchange.jobs()).toHaveLength(1)
})

test('test mode goes by its own carriers', async () => {
  await exchange.acceptOne(ada, {}, exchange.test)
  const [real, simulated] = [scripted(), scripted()]

  await exchange.run(exchange.hire([], { carriers: { live: bookOf([real]), test: bookOf([simulated]) } }))

  expect([real.begun, simulated.copies]).toEqual([[], [copy]])
})

/** A carrier with an error that nobody foresaw. */
const broken = (submit: (submission: Submission) => Promise<never>, name = 'scripted') => {
  const far = scripted(undefined, { name })
  return {
    ...far,
    submit(submission: Submission) {
      far.begun.push(submission)
      return submit(submission)
    },
  }
}
const fault = async (): Promise<never> => {
  throw new Error('the secret is hunter2')
}
const untilEnded = async (sms: { id: string }, ...carriers: Parameters<Exchange['hire']>[0]) => {
  await exchange.run(exchange.hire(carriers))
  for (let nth = 0; nth < 5 && (await exchange.statusOf(sms.id)) === 'processing'; nth++) {
    expect(await exchange.dueIn(sms.id)).toSatisfy((ms: number) => ms > 8_000 && ms <= 10_000)
    await exchange.comeDue()
    await exchange.run(exchange.hire(carriers))
  }
}

test('an error of ours before it could leave: three tries, then it has failed and is given back', async () => {
  const [poison, neighbour] = [await exchange.acceptOne(ada), await exchange.acceptOne('+14155550101')]
  const well = scripted()
  const far = broken(submission => (submission.to === ada ? fault() : (well.submit(submission) as Promise<never>)))

  await untilEnded(poison, far)

  expect(far.begun.filter(({ to }) => to === ada)).toHaveLength(3)
  const events = await eventsOf(exchange.database, poison.id)
  expect(events.map(({ type }) => type)).toEqual(['sms.failed'])
  expect(JSON.stringify(events)).not.toContain('hunter2')
  expect(await exchange.ledger(poison)).toEqual(['sms -10', 'refund 10'])
  expect(await exchange.statusOf(neighbour.id)).toBe('sent')
})

const afterLeaving = async ({ beforeSubmit }: Submission): Promise<never> => {
  await beforeSubmit()
  return fault()
}

test.each([
  ['of any kind', fault],
  [
    'that looks as if the database were away',
    async (): Promise<never> => {
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    },
  ],
])('an error of ours after it may have left: one more copy at most, named, not given back: %s', async (_, fail) => {
  const sms = await exchange.acceptOne(ada)
  const far = broken(async ({ beforeSubmit }) => {
    await beforeSubmit()
    return fail()
  })

  await untilEnded(sms, far)

  expect(far.begun).toHaveLength(2)
  expect(await typesOf(sms)).toEqual(['possible_duplicate', 'unconfirmed'])
  expect(await exchange.ledger(sms)).toEqual(['sms -10'])
})

test('an error of ours with a carrier that knows repetitions: three tries, and not given back', async () => {
  const sms = await exchange.acceptOne(ada)
  let first = true
  const far = broken(submission => {
    const isFirst = first
    first = false
    return isFirst ? afterLeaving(submission) : fault()
  })

  await untilEnded(sms, { ...far, idempotent: true })

  expect(far.begun).toHaveLength(3)
  expect(await typesOf(sms)).toEqual(['unconfirmed'])
  expect(await exchange.ledger(sms)).toEqual(['sms -10'])
})

test('an error of ours at the second carrier leaves no doubt about the first, which was down', async () => {
  const sms = await exchange.acceptOne(ada)
  const first = scripted(() => ({ ...down, attempt: { ...down.attempt, reply: '503' } }), { name: 'one' })
  const second = broken(fault, 'two')

  await exchange.run(exchange.hire([first, second]))

  expect(second.begun).toHaveLength(1)
  expect(await exchange.progress(sms.id)).toMatchObject({ status: 'processing', submitting: false, stumbles: 1 })
})

test('a carrier that forgets a part has stumbled, and nothing is written down wrongly', async () => {
  const sms = await exchange.acceptOne(ada)
  const far = { ...scripted(), submit: async () => [taken(), taken()] }

  await exchange.run(exchange.hire([far]))

  expect(await exchange.progress(sms.id)).toMatchObject({ status: 'processing', stumbles: 1, submitting: false })
})

test('an answer of ours that no carrier takes has cost nothing', async () => {
  const sms = await exchange.acceptOne(ada)
  const { db } = exchange.database
  await db.updateTable('sms').set({ automatic: true, credits: '0', charge: '0' }).where('id', '=', sms.id).execute()

  await exchange.run(exchange.hire([]))

  expect(await exchange.detail(sms)).toMatchObject({
    status: 'failed',
    carrier_total_cost: 0,
    customer_charge_dollars: 0,
    margin_dollars: 0,
  })
})
