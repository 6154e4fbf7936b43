import { randomUUID } from 'node:crypto'
import { erasedEmail } from '@posthorn/contract/audience/erasures'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { eraseEmailsTo } from '../emails/erase/erase.ts'
import type { Hit } from './hit.ts'
import { type Firsts, type RecordParts, recordHits } from './record.ts'
import { createEmail, handedOverAt, hitOn, minutesLater, progressOf } from './tracked-email.fixture.ts'

let database: Database
let told: Firsts[]
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => {
  told = []
})

const parts: RecordParts = {
  isScannerNetwork: () => false,
  locate: address => (address === '203.0.113.5' ? 'Berlin, DE' : undefined),
  onFirsts: async (_tx, firsts) => void told.push(...firsts),
}
const write = (hits: readonly Hit[], special: Partial<RecordParts> = {}) =>
  database.transaction(tx => recordHits(tx, { ...parts, ...special }, hits))

describe('counts and times', () => {
  test('every hit counts, the first time of each kind stays, and people are counted separately', async () => {
    const email = await createEmail(database)

    await write([
      hitOn(email, { userAgent: 'Mozilla/5.0', at: minutesLater(1) }),
      hitOn(email, { at: minutesLater(4) }),
      hitOn(email, { at: minutesLater(3) }),
      hitOn(email, { kind: 'click', link: 'https://a.test', userAgent: 'curl/8', at: minutesLater(2) }),
    ])
    await write([hitOn(email, { kind: 'click', link: 'https://a.test', at: minutesLater(6) })])

    expect(await progressOf(database, email)).toEqual({
      open_count: 3,
      human_open_count: 2,
      click_count: 2,
      human_click_count: 1,
      opened_at: minutesLater(1),
      human_opened_at: minutesLater(3),
      clicked_at: minutesLater(2),
      human_clicked_at: minutesLater(6),
    })
  })

  test('an earlier hit that is written later becomes the first', async () => {
    const email = await createEmail(database)
    await write([hitOn(email, { at: minutesLater(9) })])
    await write([hitOn(email, { at: minutesLater(5) })])
    expect(await progressOf(database, email)).toMatchObject({ opened_at: minutesLater(5), open_count: 2 })
  })

  test('a click implies no open', async () => {
    const email = await createEmail(database)
    await write([hitOn(email, { kind: 'click', link: 'https://a.test' })])
    expect(await progressOf(database, email)).toMatchObject({ open_count: 0, opened_at: null, click_count: 1 })
  })

  test('a thousand hits on one email among those of others all count, however they are batched', async () => {
    const emails = await Promise.all([createEmail(database), createEmail(database), createEmail(database)])
    const hits = Array.from({ length: 3_000 }, (_, nth) =>
      hitOn(emails[nth % 3] ?? emails[0], { at: minutesLater(nth) }),
    )

    await Promise.all([0, 1_000, 2_000].map(from => write(hits.slice(from, from + 1_000))))

    for (const [nth, email] of emails.entries()) {
      expect(await progressOf(database, email)).toMatchObject({ open_count: 1_000, opened_at: minutesLater(nth) })
      expect(await eventsOf(database, email.emailId)).toHaveLength(1_000)
    }
    expect(told.filter(one => one.opened)).toHaveLength(3)
  })
})

describe('facts', () => {
  test('are written for the first thousand opens and clicks of an email: a link that is followed endlessly fills no table', async () => {
    const email = await createEmail(database)
    const [opens, clicks] = [
      Array.from({ length: 1_200 }, (_, nth) => hitOn(email, { at: minutesLater(nth) })),
      [hitOn(email, { kind: 'click', link: 'https://a.test', at: minutesLater(2_000) })],
    ]

    for (const hits of [opens.slice(0, 700), opens.slice(700), clicks, opens.slice(0, 2)]) await write(hits)

    expect(await progressOf(database, email)).toMatchObject({
      open_count: 1_202,
      click_count: 1,
    })
    const events = (await eventsOf(database, email.emailId)).map(({ type }) => type)
    expect(events.filter(type => type === 'email.opened')).toHaveLength(1_000)
    expect(events.at(-1)).toBe('email.clicked')
  })

  test('say who did what, and whether it was a person', async () => {
    const email = await createEmail(database, { recipients: ['ada@a.test', 'bob@b.test'] })
    const link = 'https://shop.test/?a=1&b=ü'

    await write([
      hitOn(email, { nth: 1, ipAddress: '203.0.113.5' }),
      hitOn(email, { kind: 'click', link, at: minutesLater(2) }),
      hitOn(email, { kind: 'click', link, at: handedOverAt }),
    ])

    const { userAgent, ipAddress } = hitOn(email)
    const about = { email_id: email.emailId, user_agent: userAgent }
    expect(await eventsOf(database, email.emailId)).toEqual([
      {
        type: 'email.opened',
        data: { ...about, recipient: 'bob@b.test', ip_address: '203.0.113.5', location: 'Berlin, DE', by: 'human' },
      },
      { type: 'email.clicked', data: { ...about, recipient: 'ada@a.test', ip_address: ipAddress, link, by: 'human' } },
      {
        type: 'email.clicked',
        data: { ...about, recipient: 'ada@a.test', ip_address: ipAddress, link, by: 'machine', because: 'too_fast' },
      },
    ])
    const { rows } =
      await sql`select created_at from events where subject_id = ${email.emailId} order by position`.execute(
        database.db,
      )
    expect(rows).toEqual([minutesLater(1), minutesLater(2), handedOverAt].map(at => ({ created_at: at })))
  })

  test('a scanner network is told apart from people', async () => {
    const email = await createEmail(database)
    await write([hitOn(email)], { isScannerNetwork: address => address === hitOn(email).ipAddress })
    expect(await eventsOf(database, email.emailId)).toMatchObject([
      { data: { by: 'machine', because: 'scanner_network' } },
    ])
  })

  test('an address that follows the honeypot has not read the other links either', async () => {
    const email = await createEmail(database, { recipients: ['ada@a.test', 'bob@b.test'] })
    const click = { kind: 'click', link: 'https://a.test' } as const
    await write([
      hitOn(email, click),
      hitOn(email, { kind: 'click', isHoneypot: true }),
      hitOn(email, { ...click, ipAddress: '192.0.2.1', at: minutesLater(2) }),
      hitOn(email, { ...click, nth: 1 }),
    ])
    const verdicts = (await eventsOf(database, email.emailId)).map(({ data }) => data.because ?? data.by)
    expect(verdicts).toEqual(['honeypot', 'honeypot', 'human', 'human'])
    expect(await progressOf(database, email)).toMatchObject({ click_count: 4, human_click_count: 2 })
  })

  test('nothing is written about an email, a recipient or an environment that does not exist', async () => {
    const email = await createEmail(database)
    const strangers = [
      hitOn({ ...email, emailId: randomUUID() }),
      hitOn({ ...email, environmentId: randomUUID() }),
      hitOn(email, { nth: 1 }),
      hitOn(email, { nth: 65_535 }),
    ]

    await write(strangers)
    expect(told).toEqual([])
    expect(await eventsOf(database, email.emailId)).toEqual([])

    await write([...strangers, hitOn(email)])
    expect(await progressOf(database, email)).toMatchObject({ open_count: 1 })
    expect(await eventsOf(database, email.emailId)).toHaveLength(1)
  })
})

describe('scanners that look like a browser', () => {
  const clickOn = (email: EmailKey, path: string, seconds: number, special: Partial<Hit> = {}) =>
    hitOn(email, {
      ...{ kind: 'click', link: `https://a.test/${path}`, at: new Date(minutesLater(1).getTime() + seconds * 1_000) },
      ...special,
    })
  const verdicts = async ({ emailId }: EmailKey) =>
    (await eventsOf(database, emailId)).map(({ data }) => data.because ?? data.by)

  test('several links of one copy followed at once are a machine, from however many addresses, and so are its opens', async () => {
    const email = await createEmail(database)
    await write([
      hitOn(email, { at: minutesLater(1) }),
      clickOn(email, 'one', 0),
      clickOn(email, 'two', 0.4, { ipAddress: '192.0.2.1' }),
      hitOn(email, { ipAddress: '203.0.113.5' }),
    ])
    expect(await verdicts(email)).toEqual(['several_links', 'several_links', 'several_links', 'human'])
    expect(await progressOf(database, email)).toMatchObject({ human_click_count: 0, human_open_count: 1 })
  })

  test("clicks that another process has counted as a person's are taken back, once", async () => {
    const email = await createEmail(database)
    await write([clickOn(email, 'one', 0)])
    expect(await progressOf(database, email)).toMatchObject({ human_click_count: 1 })

    await write([clickOn(email, 'two', 1)])
    await write([clickOn(email, 'three', 2), clickOn(email, 'one', 2)])
    expect(await progressOf(database, email)).toMatchObject({
      ...{ click_count: 4, clicked_at: minutesLater(1) },
      ...{ human_click_count: 0, human_clicked_at: null },
    })

    await write([clickOn(email, 'two', 30)])
    expect(await verdicts(email)).toEqual(['human', 'several_links', 'several_links', 'several_links', 'human'])
    expect(await progressOf(database, email)).toMatchObject({
      ...{ click_count: 5, human_click_count: 1 },
      human_clicked_at: new Date(minutesLater(1).getTime() + 30_000),
    })
    expect(told.map(({ clickedByPerson, clickTakenBack }) => Number(clickedByPerson) - Number(clickTakenBack))).toEqual(
      [1, -1, 1],
    )
  })

  test('a person who read the email before the scanner came stays a person', async () => {
    const email = await createEmail(database)
    await write([clickOn(email, 'one', -30)])
    await write([clickOn(email, 'one', 0)])
    await write([clickOn(email, 'two', 1)])
    await write([clickOn(email, 'three', 2)])
    expect(await progressOf(database, email)).toMatchObject({
      human_click_count: 1,
      human_clicked_at: new Date(minutesLater(1).getTime() - 30_000),
    })
  })

  test('a click on the honeypot takes back the other clicks as well', async () => {
    const email = await createEmail(database)
    await write([clickOn(email, 'one', 0)])
    await write([clickOn(email, '', 1, { link: undefined, isHoneypot: true, ipAddress: '192.0.2.1' })])
    expect(await progressOf(database, email)).toMatchObject({ click_count: 2, human_click_count: 0 })
  })

  test('different links of different copies are different people', async () => {
    const email = await createEmail(database, { recipients: ['ada@a.test', 'bob@b.test'] })
    await write([clickOn(email, 'one', 0)])
    await write([clickOn(email, 'two', 0, { nth: 1 })])
    expect(await verdicts(email)).toEqual(['human', 'human'])
  })
})

describe('firsts', () => {
  const none = {
    ...{ opened: false, openedByPerson: false },
    ...{ clicked: false, clickedByPerson: false, clickTakenBack: false },
  }

  test('each is reported once', async () => {
    const email = await createEmail(database)
    const machine = { userAgent: 'Mozilla/5.0' }

    await write([hitOn(email, machine), hitOn(email, machine)])
    await write([hitOn(email), hitOn(email)])
    await write([hitOn(email), hitOn(email, machine)])
    await write([hitOn(email, { kind: 'click', link: 'https://a.test' })])
    await write([hitOn(email, { kind: 'click', link: 'https://a.test' })])

    expect(told).toEqual([
      { ...email, ...none, opened: true },
      { ...email, ...none, openedByPerson: true },
      { ...email, ...none, clicked: true, clickedByPerson: true },
    ])
  })

  test('of two at the same time only one is the first', async () => {
    const email = await createEmail(database)
    await Promise.all(Array.from({ length: 8 }, () => write([hitOn(email)])))
    expect(told.filter(one => one.opened)).toHaveLength(1)
    expect(await progressOf(database, email)).toMatchObject({ open_count: 8 })
  })

  test('when the figures cannot be written nothing is', async () => {
    const email = await createEmail(database)
    const failing = write([hitOn(email)], { onFirsts: () => Promise.reject(new Error('no')) })
    await expect(failing).rejects.toThrow('no')
    expect(await progressOf(database, email)).toMatchObject({ open_count: 0 })
    expect(await eventsOf(database, email.emailId)).toEqual([])
  })
})

test('a hit that waits for the erasure of its reader tells nothing about them', async () => {
  const email = await createEmail(database)
  const { environmentId } = email
  await sql`
    with organization as (insert into organizations (id, name, plan) values (${environmentId}, 'Acme', 'pro'))
    insert into environments (id, organization_id, mode) values (${environmentId}, ${environmentId}, 'live')`.execute(
    database.db,
  )
  let writing: Promise<void> | undefined
  const slow: Database = {
    ...database,
    transaction: work =>
      database.transaction(async tx => {
        const done = await work(tx)
        writing = write([hitOn(email)])
        await untilLockWait(database.db)
        return done
      }),
  }

  await eraseEmailsTo(slow, {
    ...{ environmentId, email: 'ada@a.test', at: minutesLater(1) },
    ...{ replaceIn: text => text, replaceInEmails: async () => {}, signal: new AbortController().signal },
  })
  await writing

  expect((await eventsOf(database, email.emailId)).map(({ data }) => data)).toEqual([
    { email_id: email.emailId, recipient: erasedEmail, by: 'human' },
  ])
})
