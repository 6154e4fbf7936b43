import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { NeedsOperator } from '#core/refusal.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { ProcessCrashed } from '#text-pool/job.ts'
import { simulatedTransport } from '#transports/simulated.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { draftTo, type EmailFixture, keyOf, openEmailFixture } from '../emails.fixture.ts'
import type { EmailChannelParts } from './email-channel.ts'
import { accepted, deferred, down, gate, scripted } from './scripted.fixture.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())
afterEach(() => mail.expectNothingStuck())

const typesOf = async (id: string) => (await eventsOf(mail.database, id)).map(({ type }) => type)
const several = (count: number, domain = 'a.example') =>
  mail.accept(Array.from({ length: count }, (_, nth) => draftTo([`${nth}@${domain}`])))
/** For workers that run by themselves. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 })

test('deferred simulated recipients, however many, hold up no other', async () => {
  const many = Array.from({ length: 40 }, (_, nth) => draftTo([`delayed+${nth}@example.com`]))
  const worker = mail.openChannel([], { transports: { live: [], test: [simulatedTransport()] } })
  const delayed = await mail.accept(many, mail.test)
  await mail.run(worker)
  const [other] = await mail.accept([draftTo(['ada@example.com'])], mail.test)

  await mail.run(worker)

  expect(await mail.statusOf(delayed[39]?.id ?? '')).toBe('delivery_delayed')
  expect(await mail.statusOf(other?.id ?? '')).toBe('delivered')
})

test('delivered emails are not taken again', async () => {
  const emails = await several(3)
  const far = scripted()
  const worker = mail.openChannel([far])
  await mail.run(worker)

  await mail.run(worker)
  await mail.run(mail.openChannel([far]), 'other')

  expect(far.copies).toHaveLength(3)
  for (const { id } of emails) expect(await typesOf(id)).toEqual(['email.processing', 'email.sent', 'email.delivered'])
})

test('two workers at once deliver each email once', async () => {
  const emails = await several(100)
  const [one, two] = [scripted(), scripted()]

  await Promise.all([
    mail.run(mail.openChannel([one]), 'a'),
    mail.run(mail.openChannel([two], { database: mail.second }), 'b', mail.second),
  ])

  for (const { id } of emails) expect(await mail.statusOf(id)).toBe('delivered')
  expect([...one.copies, ...two.copies].toSorted()).toEqual(emails.flatMap(({ draft }) => draft.to).toSorted())
})

test('a worker takes all due emails by itself, also more than fit into a batch', async () => {
  const far = scripted()
  await using _worker = await mail.start(mail.openChannel([far]))

  const emails = [...(await several(300)), await mail.acceptOne(['last@a.example'])]

  await eventually(async () => {
    const { rows } = await sql`select from email_progress where status = 'delivered'`.execute(mail.database.db)
    expect(rows).toHaveLength(301)
  })
  expect(far.copies.toSorted()).toEqual(emails.flatMap(({ draft }) => draft.to).toSorted())
})

test('the mark for the final dot is committed before the message is complete', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  let before: boolean | undefined
  let after: boolean | undefined
  const dotOf = async () => (await mail.delivery(email.id)).dot
  const far = scripted(
    async () => {
      before = await dotOf()
      return accepted
    },
    {
      afterDot: async () => {
        after = await dotOf()
      },
    },
  )

  await mail.run(mail.openChannel([far]))

  expect([before, after, await dotOf()]).toEqual([false, true, false])
})

test('recipients of one destination share a transmission, those of another have their own with the same message', async () => {
  const email = await mail.acceptOne(['a@x.example', 'b@y.example', 'c@x.example'])
  const compose = vi.fn(async () => Buffer.from('composed'))
  const far = scripted()

  await mail.run(
    mail.openChannel([far], {
      compose,
      signingFor: async () => ({ linkBase: '', unsubscribeMailbox: null, keys: [], returnPath: 'bounces@acme.test' }),
    }),
  )

  // Due rows come in any order.
  expect(far.begun.map(({ recipients }) => recipients.toSorted()).toSorted()).toEqual([
    ['a@x.example', 'c@x.example'],
    ['b@y.example'],
  ])
  expect(far.begun.map(({ message, returnPath, emailId }) => [`${message}`, returnPath, emailId])).toEqual([
    ['composed', 'bounces@acme.test', email.id],
    ['composed', 'bounces@acme.test', email.id],
  ])
  expect(compose).toHaveBeenCalledTimes(1)
})

test('the transport is told when an email requires TLS', async () => {
  const peer = scripted()
  await mail.acceptOne(['ada@a.example'], { requireTls: true })
  await mail.acceptOne(['bob@b.example'])

  await mail.run(mail.openChannel([peer]))

  const demands = peer.begun.map(({ recipients, requiresTls }) => ({ [recipients.join()]: requiresTls }))
  expect(Object.assign({}, ...demands)).toEqual({ 'ada@a.example': true, 'bob@b.example': false })
})

test('without a return path the bounces of a message go to its sender', async () => {
  await mail.acceptOne(['ada@a.example'])
  const far = scripted()

  await mail.run(mail.openChannel([far]))

  expect(far.begun[0]?.returnPath).toBe('shop@acme.test')
})

test('the signed message is the one that is sent', async () => {
  await mail.acceptOne(['ada@a.example'])
  const far = scripted()
  // `as`: the key is not used here.
  const keys = [{ domain: 'acme.test', selector: 's', privateKey: {} as never }]

  await mail.run(
    mail.openChannel([far], {
      signingFor: async () => ({ keys, returnPath: null, linkBase: '', unsubscribeMailbox: null }),
      sign: async (message, by) => Buffer.concat([Buffer.from(`signed by ${by[0]?.domain}\r\n`), message]),
    }),
  )

  expect(`${far.begun[0]?.message}`).toMatch(/^signed by acme\.test\r\n/)
})

test('every copy and every retry is the same message', async () => {
  await mail.acceptOne(['ada@a.example'])
  let first = true
  const far = scripted(() => (first ? deferred : accepted))
  await mail.run(mail.openChannel([far]))
  first = false
  await mail.comeDue()
  await mail.run(mail.openChannel([far]), 'another')

  expect(far.begun).toHaveLength(2)
  expect(far.begun[0]?.message).toEqual(far.begun[1]?.message)
})

test('large content is loaded only when it is about to be sent', async () => {
  const size = 100 * 1024
  await mail.accept([0, 1, 2].map(nth => draftTo([`${nth}@a.example`], { text: 'x'.repeat(size), size })))
  const composed: (number | undefined)[] = []
  const turn = gate()
  const far = scripted(() => turn.passed.then(() => accepted), { maxConnections: 1 })
  const running = mail.run(
    mail.openChannel([far], {
      compose: async ({ text }) => {
        composed.push(text?.length)
        return Buffer.from('large')
      },
    }),
  )
  await vi.waitFor(() => expect(far.begun).toHaveLength(1))
  expect(composed).toEqual([size])

  turn.open()
  await running

  expect(composed).toEqual([size, size, size])
  expect(far.copies).toHaveLength(3)
})

test('a message that cannot be composed fails after three tries, and its neighbours are delivered', async () => {
  const [poison, ...neighbours] = await mail.accept([
    draftTo(['poison@a.example'], { subject: 'poison' }),
    draftTo(['1@a.example']),
    draftTo(['2@a.example']),
  ])
  const far = scripted()
  const worker = mail.openChannel([far], {
    compose: async ({ subject }) => {
      if (subject === 'poison') throw new Error('it has no end')
      return Buffer.from(subject)
    },
  })

  await mail.run(worker)
  for (const { id } of neighbours) expect(await mail.statusOf(id)).toBe('delivered')
  for (const pauseMs of [10_000, 60_000]) {
    expect(await mail.statusOf(poison?.id ?? '')).toBe('processing')
    expect(await mail.dueIn(poison?.id ?? '')).toSatisfy((ms: number) => ms > pauseMs - 2_000 && ms <= pauseMs)
    await mail.comeDue()
    await mail.run(worker)
  }

  const events = await eventsOf(mail.database, poison?.id ?? '')
  expect(events.map(({ type }) => type)).toEqual(['email.processing', 'email.failed'])
  expect(events[1]?.data.reason).not.toContain('it has no end')
  expect(far.copies.toSorted()).toEqual(['1@a.example', '2@a.example'])
})

/** Composes in a separate process, which crashes on a poisonous subject. */
const composeInChild: EmailChannelParts['compose'] = async ({ subject }) => {
  const child = spawn(process.execPath, ['-e', `process.exit(${subject === 'poison' ? 70 : 0})`])
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new ProcessCrashed('crash')
  return Buffer.from(subject)
}

test('a message that crashes the process that composes it fails after three tries, and says why; its neighbour is delivered', async () => {
  const [poison, neighbour] = await mail.accept([
    draftTo(['0@a.example'], { subject: 'poison' }),
    draftTo(['1@a.example']),
  ])
  const far = scripted()
  const worker = mail.openChannel([far], { compose: composeInChild })

  for (let life = 0; life < 3; life++) {
    expect(await mail.statusOf(poison?.id ?? '')).toBe('processing')
    await mail.run(worker)
    await mail.comeDue()
  }

  expect(await mail.statusOf(neighbour?.id ?? '')).toBe('delivered')
  expect(far.copies).toEqual(['1@a.example'])
  const [, failed] = await eventsOf(mail.database, poison?.id ?? '')
  expect(failed).toMatchObject({
    type: 'email.failed',
    data: { reason: 'Its content crashed the process that composes it three times.' },
  })
})

test('an email that a dead worker held is composed in a separate process', async () => {
  const [first, second] = await several(2, 'a.example')
  if (!first || !second) throw new Error('nothing was accepted')
  await mail.takeAs('dead', { emails: [keyOf(first)] })
  await mail.dead('dead')
  const isolated: unknown[] = []
  const worker = mail.openChannel([scripted()], {
    compose: async ({ to }, how) => {
      isolated.push([to[0], how?.isolated])
      return Buffer.from('')
    },
  })

  await mail.run(worker)

  expect(isolated.toSorted()).toEqual([
    [first.draft.to[0], true],
    [second.draft.to[0], false],
  ])
})

test('a transport that forgets a recipient counts as failed, and nothing wrong is stored', async () => {
  const email = await mail.acceptOne(['a@a.example', 'b@a.example'])
  const far = scripted(undefined, { send: async () => [accepted] })

  await mail.run(mail.openChannel([far]))

  expect((await mail.deliveriesOf(email.id)).map(({ state, failures }) => [state, failures])).toEqual([
    ['waiting', 1],
    ['waiting', 1],
  ])
})

test('when the first transport is down the second delivers, and the event says why', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const first = scripted(() => down, { name: 'relay one' })
  const second = scripted(undefined, { name: 'relay two', accepted: 'sent' })

  await mail.run(mail.openChannel([first, second]))

  expect(await mail.statusOf(email.id)).toBe('sent')
  expect(await mail.delivery(email.id)).toMatchObject({ attempts: 1 })
  const [, sent] = await eventsOf(mail.database, email.id)
  expect(sent).toMatchObject({ type: 'email.sent', data: { reason: expect.stringContaining('relay one was down') } })
})

test('while a destination fails, its emails wait without being tried, and others are delivered', async () => {
  const [ill] = await several(1, 'ill.example')
  const far = scripted(address => (address.endsWith('@ill.example') ? down : accepted))
  const worker = mail.openChannel([far])
  await mail.run(worker)
  const waiting = await several(3, 'ill.example')
  const [well] = await several(1, 'well.example')

  await mail.run(worker)

  expect(far.begun).toHaveLength(2)
  expect(await mail.statusOf(well?.id ?? '')).toBe('delivered')
  expect(await mail.statusOf(ill?.id ?? '')).toBe('delivery_delayed')
  for (const { id } of waiting) {
    expect(await mail.delivery(id)).toMatchObject({ state: 'waiting', attempts: 0, held_by: null, crashes: 0 })
    expect(await mail.dueIn(id)).toSatisfy((ms: number) => ms > 0 && ms <= 5_000)
    expect(await typesOf(id)).toEqual(['email.processing'])
  }
})

test('an email for a destination that never recovers is given up in time, even if it was never tried', async () => {
  await several(1, 'ill.example')
  const worker = mail.openChannel([scripted(() => down)])
  await mail.run(worker)
  const [waiting] = await several(1, 'ill.example')
  await sql`update deliveries set give_up_at = now() where email_id = ${waiting?.id}`.execute(mail.database.db)

  await mail.run(worker)

  expect(await mail.statusOf(waiting?.id ?? '')).toBe('failed')
})

test('a slow delivery holds up no other: it continues, no other worker takes it, and its result counts', async () => {
  const [slow, quick] = await mail.accept([draftTo(['a@slow.example']), draftTo(['b@quick.example'])])
  const answer = gate()
  const far = scripted(address => (address === 'a@slow.example' ? answer.passed.then(() => accepted) : accepted))
  const worker = mail.openChannel([far], { putBackAfterMs: 100 })

  await mail.run(worker)
  expect(await mail.statusOf(quick?.id ?? '')).toBe('delivered')
  const { token } = await mail.delivery(slow?.id ?? '')
  for (const workerId of ['worker', 'another']) {
    await mail.run(workerId === 'worker' ? worker : mail.openChannel([far]), workerId)
    expect(await mail.delivery(slow?.id ?? '')).toMatchObject({ held_by: 'worker', token, due_at: null })
  }
  answer.open()

  await vi.waitFor(async () => expect(await mail.statusOf(slow?.id ?? '')).toBe('delivered'))
  expect(far.copies).toEqual(['b@quick.example', 'a@slow.example'])
  expect(await mail.delivery(slow?.id ?? '')).toMatchObject({ due_at: null, held_by: null, attempts: 1 })
})

test('a delivery that has not begun after a while is put back untried, and made later', async () => {
  const emails = await several(3, 'slow.example')
  const answer = gate()
  const far = scripted(() => answer.passed.then(() => accepted), { maxConnections: 1 })
  const worker = mail.openChannel([far], { putBackAfterMs: 50 })

  await mail.run(worker)

  const rows = (await Promise.all(emails.map(({ id }) => mail.delivery(id)))).map(one => [one.held_by, one.attempts])
  expect(rows.toSorted()).toEqual([
    [null, 0],
    [null, 0],
    ['worker', 0],
  ])
  await mail.expectNothingStuck()
  answer.open()
  await vi.waitFor(async () => expect(far.copies).toHaveLength(1))
  await mail.comeDue()
  await mail.run(worker)
  await vi.waitFor(async () => {
    for (const { id } of emails) expect(await mail.statusOf(id)).toBe('delivered')
  })
  expect(far.copies.toSorted()).toEqual(['0@slow.example', '1@slow.example', '2@slow.example'])
})

test('deliveries that wait behind quick ones stay held, and are not taken twice', async () => {
  const emails = await several(12, 'steady.example')
  const far = scripted(() => pause(150).then(() => accepted), { maxConnections: 1 })

  await mail.run(mail.openChannel([far], { putBackAfterMs: 1_500 }))

  const tokens = await Promise.all(emails.map(async ({ id }) => (await mail.delivery(id)).token))
  expect(new Set(tokens).size, 'all taken at once').toBe(1)
  expect(far.copies).toHaveLength(12)
})

test('a slow destination takes no room from others, however long its backlog', async () => {
  const answer = gate()
  const far = scripted(address => (address.endsWith('@slow.example') ? answer.passed.then(() => accepted) : accepted))
  await several(1_100, 'slow.example')
  await using _worker = await mail.start(mail.openChannel([far], { putBackAfterMs: 50 }))
  await eventually(() => expect(far.begun).toHaveLength(20))

  const [quick] = await several(1, 'quick.example')

  await eventually(async () => expect(await mail.statusOf(quick?.id ?? '')).toBe('delivered'))
  expect(far.begun).toHaveLength(21)
  answer.open()
})

test('a broadcast that fills its share leaves room for transactional mail', async () => {
  const answer = gate()
  const far = scripted(address => (address.endsWith('@slow.example') ? answer.passed.then(() => accepted) : accepted))
  const broadcast = (_: unknown, nth: number) => draftTo([`${nth}@slow.example`], { messageStream: 'broadcast' })
  await mail.accept(Array.from({ length: 1_100 }, broadcast))
  await using _worker = await mail.start(mail.openChannel([far], { putBackAfterMs: 30_000 }))
  await eventually(async () => expect(await mail.held()).toBe(600))

  const code = await mail.acceptOne(['code@slow.example'])

  await eventually(async () => expect(await mail.delivery(code.id)).toMatchObject({ held_by: expect.any(String) }))
  answer.open()
  await eventually(async () => expect(await mail.statusOf(code.id)).toBe('delivered'))
  // It may still be prepared while the first answers arrive; without its priority it would be behind all 600.
  expect(far.copies.indexOf('code@slow.example')).toBeLessThan(300)
})

test('a result that cannot be stored does not affect the deliveries that were taken with it', async () => {
  const { db } = mail.database
  const { environmentId } = mail.live
  const [unwritable, excluded] = await mail.accept([0, 1, 2, 3].map(nth => draftTo([`${nth}@${nth}.example`])))
  const entry = { environmentId, reason: 'manual' as const, emailId: null, at: new Date() }
  const entries = ['0@0.example', '1@1.example'].map(email => ({ ...entry, email }))
  await mail.database.transaction(tx => suppressEach(tx, entries))
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(db)
  await sql`create trigger refuse before update on deliveries for each row
    when (new.state = 'suppressed' and new.address = '0@0.example') execute function refuse()`.execute(db)
  const far = scripted()
  const statuses = async () => [await mail.statusOf(unwritable?.id ?? ''), await mail.statusOf(excluded?.id ?? '')]

  await mail.run(mail.openChannel([far]))
  await sql`drop function refuse cascade`.execute(db)
  expect(await statuses()).toEqual(['processing', 'suppressed'])
  await mail.dead('worker')
  await mail.run(mail.openChannel([far]), 'next')

  expect(await statuses()).toEqual(['suppressed', 'suppressed'])
  expect(far.begun).toHaveLength(2)
  expect(far.copies.toSorted()).toEqual(['2@2.example', '3@3.example'])
})

test('a worker that stops puts back deliveries that have not begun and waits for those on the wire', async () => {
  const emails = await several(3, 'slow.example')
  const answer = gate()
  const far = scripted(() => answer.passed.then(() => accepted), { maxConnections: 1 })
  const worker = await mail.start(mail.openChannel([far], { stopWithinMs: 10_000 }))
  await eventually(() => expect(far.begun).toHaveLength(1))

  const stopped = worker[Symbol.asyncDispose]()
  await eventually(async () => {
    const rows = await Promise.all(emails.map(({ id }) => mail.delivery(id)))
    expect(rows.filter(one => one.held_by === null && one.due_at !== null)).toHaveLength(2)
  })
  answer.open()
  await stopped

  const statuses = await Promise.all(emails.map(({ id }) => mail.statusOf(id)))
  expect(statuses.toSorted()).toEqual(['delivered', 'processing', 'processing'])
  expect(far.copies).toHaveLength(1)
})

test('a message that is on the wire for too long when its worker stops is sent once more as a possible duplicate', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const answer = gate()
  const far = scripted(undefined, { afterDot: () => answer.passed })
  const worker = await mail.start(mail.openChannel([far], { stopWithinMs: 0 }))
  await eventually(() => expect(far.copies).toHaveLength(1))

  await worker[Symbol.asyncDispose]()
  await mail.run(mail.openChannel([scripted()]), 'next')
  answer.open()

  expect(await typesOf(email.id)).toEqual([
    'email.processing',
    'email.possible_duplicate',
    'email.sent',
    'email.delivered',
  ])
  expect(await mail.delivery(email.id)).toMatchObject({ state: 'delivered', attempts: 1, crashes: 0, doubts: 1 })
})

test('a channel that has stopped begins nothing', async () => {
  await several(1)
  const far = scripted()
  const worker = mail.openChannel([far])
  worker.stop?.()

  await expect(mail.run(worker)).rejects.toThrow('stopping')

  expect(far.begun).toEqual([])
})

test('test mode uses its own transport, and nothing is composed for it', async () => {
  await mail.acceptOne(['ada@a.example'], {}, mail.test)
  const [real, simulated] = [scripted(), scripted()]
  const compose = vi.fn(async () => Buffer.from('composed'))

  await mail.run(mail.openChannel([], { transports: { live: [real], test: [simulated] }, compose }))

  expect([real.begun, simulated.copies]).toEqual([[], ['ada@a.example']])
  expect(compose).not.toHaveBeenCalled()
})

test('an email whose signature needs the operator waits, and says so', async () => {
  const [email] = await several(1)
  const sentence = 'The key that signs for acme.test does not open. Ask the operator of this service.'
  const far = scripted()
  const signingFor = async () => {
    throw new NeedsOperator(sentence, undefined)
  }

  await mail.run(mail.openChannel([far], { signingFor }))

  expect(far.copies).toEqual([])
  const [delivery] = await mail.deliveriesOf(email?.id ?? '')
  expect(delivery).toMatchObject({ state: 'waiting', attempts: 0, waits_for: `the operator: ${sentence}` })
})
