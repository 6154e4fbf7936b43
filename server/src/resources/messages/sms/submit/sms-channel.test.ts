import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { takeDue } from '#engine/work-table.ts'
import { optOut } from '#resources/messages/opt-outs/change.ts'
import type { Submission } from '#transports/carrier.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { untilLockWait } from '../../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { smsColumns, smsTable, type TakenSms } from '../progress-store.ts'
import { directoryOf, draftTo, openSmsFixture, type SmsFixture } from '../sms.fixture.ts'
import type { NewSms } from '../store.ts'
import { down, gate, scripted, taken, throttled } from './scripted.fixture.ts'

let texts: SmsFixture
beforeAll(async () => {
  texts = await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => texts[Symbol.asyncDispose]())
beforeEach(() => texts.clear())
afterEach(() => texts.expectNothingStuck())

const typesOf = async ({ id }: { id: string }) =>
  (await eventsOf(texts.database, id)).map(({ type }) => type.slice('sms.'.length))
const several = (count: number) => texts.accept(Array.from({ length: count }, () => draftTo(texts.newNumber())))
const progressOfAll = () => texts.database.db.selectFrom('sms_progress').selectAll().execute()
const openOnes = async () => (await progressOfAll()).filter(({ status }) => status === 'processing').length
const heldOnes = async () => (await progressOfAll()).filter(one => one.held_by !== null).length
/** For workers that run by themselves. */
const patient = { timeout: 10_000 }
const ada = '+14155550100'
const copy = `${ada} 1/1`

test('the mark that a message may leave is committed before it leaves, with its carrier, and cleared by the answer', async () => {
  const sms = await texts.acceptOne(ada)
  const seen: unknown[] = []
  const look = async () => {
    const { submitting, carrier } = await texts.progress(sms.id)
    seen.push([submitting, carrier])
  }

  await texts.run(texts.openChannel([scripted(undefined, { beforeMark: look, afterSubmit: look })]))
  await look()

  expect(seen).toEqual([
    [false, null],
    [true, 'scripted'],
    [false, 'scripted'],
  ])
})

test('a submitted message is not submitted again', async () => {
  const messages = await several(3)
  const far = scripted()
  await texts.run(texts.openChannel([far]))

  expect(await texts.due()).toEqual([])
  await texts.giveBackAbandoned()
  await texts.comeDue()
  await texts.run(texts.openChannel([far]), 'other')

  expect(far.copies).toHaveLength(3)
  for (const sms of messages) expect(await typesOf(sms)).toEqual(['sent'])
})

test('more messages than a worker takes at once are all sent, each once', async () => {
  const messages = await several(450)
  const far = scripted(undefined, { maxAtOnce: 100 })
  await using _ = await texts.start(texts.openChannel([far]))

  await vi.waitFor(async () => expect(await openOnes()).toBe(0), patient)

  expect(far.copies.toSorted()).toEqual(messages.map(({ draft }) => `${draft.to} 1/1`).toSorted())
})

test('retries yield to new messages', async () => {
  const [old] = await several(1)
  await texts.run(texts.openChannel([scripted(() => throttled)]))
  await texts.comeDue()
  const [recent] = await several(1)
  const takeOne = () => takeDue<TakenSms>(texts.database.db, smsTable, { workerId: 'a', limit: 1, columns: smsColumns })

  const taken = [...(await takeOne()), ...(await takeOne())]

  expect(taken.map(({ smsId }) => smsId)).toEqual([recent?.id, old?.id])
})

test('a message that cannot be read holds up no other, and is retried after a pause', async () => {
  const [unreadable, ...others] = await several(5)
  if (!unreadable) throw new Error('nothing was accepted')
  await texts.database.db.deleteFrom('sms').where('id', '=', unreadable.id).execute()
  const far = scripted()
  await using _ = await texts.start(texts.openChannel([far]))

  await vi.waitFor(async () => {
    for (const { id } of others) expect(await texts.statusOf(id)).toBe('sent')
    expect(await texts.progress(unreadable.id)).toMatchObject({
      held_by: null,
      due_at: expect.any(Date),
      attempts: 0,
    })
    expect((await texts.progress(unreadable.id)).crashes).toBeGreaterThan(1)
  }, patient)

  expect(far.copies).toHaveLength(4)
})

test('no more parts are on the wire at once than the carrier allows', async () => {
  await several(12)
  const answer = gate()
  const far = scripted(undefined, { maxAtOnce: 3, afterSubmit: () => answer.passed })

  const running = texts.run(texts.openChannel([far]))
  await vi.waitFor(() => expect(far.copies).toHaveLength(3))
  expect(far.begun).toHaveLength(3)
  answer.open()
  await running

  expect(far.copies).toHaveLength(12)
})

test('a slow carrier holds up no other message; its own stays held, no other worker takes it, and its answer counts', async () => {
  const [slow, quick] = await texts.accept([draftTo(ada), draftTo('+14155550101')])
  if (!slow || !quick) throw new Error('nothing was accepted')
  const answer = gate()
  const far = scripted(undefined, { afterSubmit: async ({ to }) => void (to === ada && (await answer.passed)) })
  const worker = texts.openChannel([far], { putBackAfterMs: 100 })

  await texts.run(worker)
  expect(await texts.statusOf(quick.id)).toBe('sent')
  const { token } = await texts.progress(slow.id)
  for (const workerId of ['worker', 'another']) {
    await texts.giveBackAbandoned()
    await texts.comeDue()
    await texts.run(workerId === 'worker' ? worker : texts.openChannel([far]), workerId)
    expect(await texts.progress(slow.id)).toMatchObject({ held_by: 'worker', token, due_at: null })
  }
  answer.open()

  await vi.waitFor(async () => expect(await texts.statusOf(slow.id)).toBe('sent'))
  expect(far.copies.toSorted()).toEqual([copy, '+14155550101 1/1'])
  expect(await texts.progress(slow.id)).toMatchObject({ due_at: null, held_by: null, attempts: 1 })
})

test('a message that has not begun after a while is put back untried, and submitted later', async () => {
  const messages = await several(3)
  const answer = gate()
  const far = scripted(undefined, { maxAtOnce: 1, afterSubmit: () => answer.passed })
  const worker = texts.openChannel([far], { putBackAfterMs: 50 })

  await texts.run(worker)

  const rows = await Promise.all(messages.map(({ id }) => texts.progress(id)))
  expect(rows.map(one => one.held_by).toSorted()).toEqual([null, null, 'worker'])
  for (const { sms_id } of rows.filter(one => one.held_by === null)) {
    expect(await texts.progress(sms_id)).toMatchObject({ attempts: 0, submitting: false, crashes: 0 })
    expect(await texts.dueIn(sms_id)).toSatisfy((ms: number) => ms > 0 && ms <= 60_000)
  }
  answer.open()
  await vi.waitFor(async () => {
    await texts.comeDue()
    await texts.run(worker)
    for (const { id } of messages) expect(await texts.statusOf(id)).toBe('sent')
  })
  expect(far.copies.toSorted()).toEqual(messages.map(({ draft }) => `${draft.to} 1/1`).toSorted())
})

test('a worker that stops puts back what has not begun and waits for what is on the wire', async () => {
  const messages = await several(3)
  const answer = gate()
  const far = scripted(undefined, { maxAtOnce: 1, afterSubmit: () => answer.passed })
  const worker = texts.openChannel([far], { stopWithinMs: 10_000 })
  const running = texts.run(worker)
  await vi.waitFor(() => expect(far.begun).toHaveLength(1))

  worker.channel.stop?.()
  await running
  const held = await Promise.all(messages.map(async ({ id }) => (await texts.progress(id)).held_by))
  expect(held.toSorted()).toEqual([null, null, 'worker'])
  const drained = worker.channel.drain?.()
  answer.open()
  await drained

  const statuses = await Promise.all(messages.map(({ id }) => texts.statusOf(id)))
  expect(statuses.toSorted()).toEqual(['processing', 'processing', 'sent'])
  expect(far.copies).toHaveLength(1)
})

test('a worker that stops by itself holds nothing afterwards, and another continues', async () => {
  const messages = await several(3)
  const answer = gate()
  const far = scripted(undefined, { maxAtOnce: 1, afterSubmit: () => answer.passed })
  const engine = await texts.start(texts.openChannel([far], { stopWithinMs: 10_000 }))
  await vi.waitFor(() => expect(far.copies).toHaveLength(1), patient)

  const stopped = engine[Symbol.asyncDispose]()
  await vi.waitFor(async () => expect(await heldOnes()).toBe(1), patient)
  answer.open()
  await stopped
  expect(far.copies).toHaveLength(1)
  expect(await heldOnes()).toBe(0)
  await texts.comeDue()
  await texts.run(texts.openChannel([far]))

  expect(far.copies.toSorted()).toEqual(messages.map(({ draft }) => `${draft.to} 1/1`).toSorted())
  for (const sms of messages) {
    expect(await typesOf(sms)).toEqual(['sent'])
    expect(await texts.progress(sms.id)).toMatchObject({ crashes: 0, doubts: 0 })
  }
})

test('a worker that stops without an answer leaves the doubtful messages to others, who report a possible duplicate', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(undefined, { afterSubmit: () => new Promise(() => {}) })
  const engine = await texts.start(texts.openChannel([far]))
  await vi.waitFor(() => expect(far.copies).toHaveLength(1), patient)

  await engine[Symbol.asyncDispose]()
  await texts.run(texts.openChannel([scripted()]))

  expect(await typesOf(sms)).toEqual(['possible_duplicate', 'sent'])
})

test('a worker that stops before it has read its messages begins nothing, and gives them back', async () => {
  const messages = await several(3)
  const [far, other] = [scripted(), scripted()]
  let stopped: PromiseLike<void> | undefined
  await texts.second.transaction(async tx => {
    await sql`lock table sms in access exclusive mode`.execute(tx)
    const engine = await texts.start(texts.openChannel([far], { stopWithinMs: 10_000 }))
    await vi.waitFor(async () => expect(await heldOnes()).toBe(3), patient)
    await untilLockWait(tx)
    stopped ??= engine[Symbol.asyncDispose]()
  })
  await stopped

  expect(await heldOnes()).toBe(0)
  await texts.comeDue()
  await texts.run(texts.openChannel([other]))
  expect(far.begun).toEqual([])
  expect(other.copies.toSorted()).toEqual(messages.map(({ draft }) => `${draft.to} 1/1`))
})

const optsOut = ({ environmentId, draft }: NewSms) =>
  texts.database.transaction(tx => optOut(tx, { environmentId, number: draft.to, at: new Date() }))

/** Makes the database refuse the end of this message. Counts the refusals in a way that no rollback undoes. */
async function refusing({ id }: NewSms): Promise<AsyncDisposable & { times(): Promise<number> }> {
  const { db } = texts.database
  await sql`create sequence refusals minvalue 0`.execute(db)
  await sql`create function refuse() returns trigger language plpgsql as
    'begin perform nextval(''refusals''); raise exception ''refused''; end'`.execute(db)
  await sql`create trigger refuse before update on sms_progress for each row
    when (new.sms_id = ${sql.lit(id)} and new.status <> 'processing') execute function refuse()`.execute(db)
  return {
    async times() {
      const { rows } = await sql<{ times: number }>`
        select case when is_called then last_value::integer + 1 else 0 end as times from refusals`.execute(db)
      return rows[0]?.times ?? 0
    },
    async [Symbol.asyncDispose]() {
      await sql`drop function refuse cascade`.execute(db)
      await sql`drop sequence refusals`.execute(db)
    },
  }
}

test('while a result cannot be written, messages taken with it leave once', async () => {
  const [unwritable, ...others] = await several(4)
  if (!unwritable) throw new Error('nothing was accepted')
  await optsOut(unwritable)
  await using refusal = await refusing(unwritable)
  const answer = gate()
  const far = scripted(undefined, { afterSubmit: () => answer.passed })
  await using _ = await texts.start(texts.openChannel([far]))

  await vi.waitFor(async () => expect(await refusal.times()).toBeGreaterThan(0), patient)
  await vi.waitFor(() => expect(far.copies).toHaveLength(3), patient)
  answer.open()
  await vi.waitFor(async () => expect(await openOnes()).toBe(1), patient)

  expect(far.copies.toSorted()).toEqual(others.map(({ draft }) => `${draft.to} 1/1`))
  for (const sms of others) expect(await typesOf(sms)).toEqual(['sent'])
})

test('while a result cannot be written, messages that ended beside it have ended', async () => {
  const [unwritable, other] = await several(2)
  if (!unwritable || !other) throw new Error('nothing was accepted')
  await optsOut(unwritable)
  await optsOut(other)
  await using refusal = await refusing(unwritable)
  await using _ = await texts.start(texts.openChannel([scripted()]))

  await vi.waitFor(async () => expect(await texts.statusOf(other.id)).toBe('failed'), patient)

  expect(await refusal.times()).toBeGreaterThan(0)
  expect(await texts.statusOf(unwritable.id)).toBe('processing')
  expect(await texts.ledger(other)).toEqual(['sms -10', 'refund 10'])
})

test('test mode uses its own carriers', async () => {
  await texts.acceptOne(ada, {}, texts.test)
  const [real, simulated] = [scripted(), scripted()]

  await texts.run(texts.openChannel([], { carriers: { live: directoryOf([real]), test: directoryOf([simulated]) } }))

  expect([real.begun, simulated.copies]).toEqual([[], [copy]])
})

/** A carrier with an unforeseen error. */
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
const untilEnded = async (sms: { id: string }, ...carriers: Parameters<SmsFixture['openChannel']>[0]) => {
  await texts.run(texts.openChannel(carriers))
  for (let nth = 0; nth < 5 && (await texts.statusOf(sms.id)) === 'processing'; nth++) {
    expect(await texts.dueIn(sms.id)).toSatisfy((ms: number) => ms > 8_000 && ms <= 10_000)
    await texts.comeDue()
    await texts.run(texts.openChannel(carriers))
  }
}

test('after an error of ours before it could leave, a message has three tries, then has failed and is refunded', async () => {
  const [poison, neighbour] = [await texts.acceptOne(ada), await texts.acceptOne('+14155550101')]
  const well = scripted()
  const far = broken(submission => (submission.to === ada ? fault() : (well.submit(submission) as Promise<never>)))

  await untilEnded(poison, far)

  expect(far.begun.filter(({ to }) => to === ada)).toHaveLength(3)
  const events = await eventsOf(texts.database, poison.id)
  expect(events.map(({ type }) => type)).toEqual(['sms.failed'])
  expect(JSON.stringify(events)).not.toContain('hunter2')
  expect(await texts.ledger(poison)).toEqual(['sms -10', 'refund 10'])
  expect(await texts.statusOf(neighbour.id)).toBe('sent')
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
])(
  'after an error of ours when it may have left, a message gets at most one more copy, reported and not refunded: %s',
  async (_, fail) => {
    const sms = await texts.acceptOne(ada)
    const far = broken(async ({ beforeSubmit }) => {
      await beforeSubmit()
      return fail()
    })

    await untilEnded(sms, far)

    expect(far.begun).toHaveLength(2)
    expect(await typesOf(sms)).toEqual(['possible_duplicate', 'unconfirmed'])
    expect(await texts.ledger(sms)).toEqual(['sms -10'])
  },
)

test('after errors of ours with a carrier that recognizes repetitions, a message has three tries, and is not refunded', async () => {
  const sms = await texts.acceptOne(ada)
  let first = true
  const far = broken(submission => {
    const isFirst = first
    first = false
    return isFirst ? afterLeaving(submission) : fault()
  })

  await untilEnded(sms, { ...far, idempotent: true })

  expect(far.begun).toHaveLength(3)
  expect(await typesOf(sms)).toEqual(['unconfirmed'])
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('an error of ours at the second carrier leaves no doubt about the first, which was down', async () => {
  const sms = await texts.acceptOne(ada)
  const first = scripted(() => ({ ...down, attempt: { ...down.attempt, reply: '503' } }), { name: 'one' })
  const second = broken(fault, 'two')

  await texts.run(texts.openChannel([first, second]))

  expect(second.begun).toHaveLength(1)
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'processing', submitting: false, failures: 1 })
})

test('a carrier that forgets a part counts as failed, and nothing wrong is stored', async () => {
  const sms = await texts.acceptOne(ada)
  const far = { ...scripted(), submit: async () => [taken(), taken()] }

  await texts.run(texts.openChannel([far]))

  expect(await texts.progress(sms.id)).toMatchObject({ status: 'processing', failures: 1, submitting: false })
})

test('an automatic answer that no carrier accepts has cost nothing', async () => {
  const sms = await texts.acceptOne(ada)
  const { db } = texts.database
  await db.updateTable('sms').set({ automatic: true, credits: '0', charge: '0' }).where('id', '=', sms.id).execute()

  await texts.run(texts.openChannel([]))

  expect(await texts.detail(sms)).toMatchObject({
    status: 'failed',
    carrier_total_cost: 0,
    customer_charge_dollars: 0,
    margin_dollars: 0,
  })
})
