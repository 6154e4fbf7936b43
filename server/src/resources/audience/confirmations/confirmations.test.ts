import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { sourceOf } from '#resources/audience/consent/entry.ts'
import { readConsent } from '#resources/audience/consent/read.ts'
import { changeContact } from '#resources/audience/contacts/change.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { setMembership, setMemberships } from '#resources/audience/contacts/membership.ts'
import { expire } from '#resources/audience/contacts/pending/expire.ts'
import { readConfirmation } from '#resources/audience/contacts/pending/steps.ts'
import { readContactTopics } from '#resources/audience/contacts/read.ts'
import { setEmailSubscribed } from '#resources/audience/contacts/subscription/email-subscription.ts'
import { changeTopic } from '#resources/audience/topics/change.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import {
  chooseTopic,
  readPreferences,
  savePreferences,
  unsubscribe,
} from '#resources/audience/unsubscribe/preferences.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { anyLinks } from '#resources/messages/emails/link-check.ts'
import { confirmToken, readConfirmToken, tokenKey } from '#resources/messages/engagement/tokens.ts'
import { templateRenderer } from '#resources/messages/templates/renderer.ts'
import { textHere } from '#resources/messages/templates/text-here.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { confirmPage } from './confirm-page.ts'
import { processDueConfirmations } from './mail.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())

const hour = 3_600_000
const key = tokenKey(Buffer.alloc(32, 7))
let now = new Date('2026-11-15T12:00:00.000Z')
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * hour)
}
const doing = <T>(work: (tx: Tx) => Promise<T>) => mail.database.transaction(work)
const refusing = { is: false }
/** Runs once, between the query for due steps and the transaction that sends. */
const meanwhile: { work?: (() => Promise<void>) | undefined } = {}
async function runMeanwhile() {
  const { work } = meanwhile
  meanwhile.work = undefined
  await work?.()
}
const parts = () => ({
  ...{ database: mail.database, db: mail.database.db, clock: () => now, log: pino({ level: 'silent' }) },
  ...{ card: readRateCard(null), key, publicUrl: 'https://posthorn.test' },
  async checkSender() {
    await runMeanwhile()
    return { isAllowed: !refusing.is, requiresTls: false }
  },
  links: anyLinks,
  renderTemplates: templateRenderer(mail.database.db, textHere),
})
const work = () => processDueConfirmations(parts())
const page = () => confirmPage({ database: mail.database, clock: () => now, key })

let people = 0
async function person() {
  const email = `reader-${++people}@people.example`
  const [contact] = await doing(tx => createContacts(tx, [{ caller: mail.live, asked: { email }, now }]))
  if (!contact || contact instanceof Refusal) throw new Error('refused')
  return { id: contact.id, email }
}
const confirmation = { from: 'Acme <news@acme.test>', reminder_after_hours: 24, expires_after_hours: 72 }
const topicOf = (name: string, settings: object = { confirm: true, confirmation }) =>
  doing(tx => createTopic(tx, mail.live, now, { name, ...settings }))
const join = (contactId: string, topicId: string, subscribed = true) =>
  doing(tx => setMembership(tx, mail.live, now, { contactId, topicId, subscribed }))

/** Subjects of the emails sent to this person, oldest first. */
const subjects = async (email: string) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from emails where ${email} = any (to_addresses) and message_stream = 'transactional' order by id`.execute(
    mail.database.db,
  )
  return rows.map(({ subject }) => subject)
}
const subscriptionOf = async (id: string, topicId: string) => {
  const page = { limit: 100, before: undefined }
  const topic = (await readContactTopics(mail.database.db, mail.live, id, page, undefined)).find(
    one => one.id === topicId,
  )
  return topic?.subscribed ? 'subscribed' : topic?.pending ? 'pending' : 'out'
}
/** The topics that the contact still has to confirm. */
const pendingOf = async (id: string) => {
  const topics = await readContactTopics(mail.database.db, mail.live, id, { limit: 100, before: undefined }, undefined)
  return topics.filter(({ pending }) => pending).map(({ name }) => name)
}
const ledgerOf = async (email: string) => {
  const whose = { environmentId: mail.live.environmentId, email, phoneNumber: null }
  const entries = await readConsent(mail.database.db, whose, { limit: 100, before: undefined })
  return entries.toReversed().map(one => `${one.scope} ${one.action} ${one.method}`)
}
async function tokenFor(contactId: string) {
  const { environmentId } = mail.live
  const row = await mail.database.db
    .selectFrom('confirmations')
    .select('id')
    .where('contact_id', '=', contactId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return confirmToken(key, { environmentId, id: row.id })
}

test('a pending subscriber gets one email, and is subscribed by pressing the button, not by opening the page', async () => {
  const [{ id, email }, topic] = [await person(), await topicOf('Weekly news')]

  expect(await join(id, topic.id)).toBe('pending')
  expect(await join(id, topic.id)).toBe('pending')
  await Promise.all([work(), work(), work()])
  await work()

  expect(await subjects(email)).toEqual(['Confirm that you want Weekly news'])
  const token = await tokenFor(id)
  expect(await page().read(token)).toMatchObject({ state: 'pending', topics: ['Weekly news'], address: email })
  expect(await subscriptionOf(id, topic.id)).toBe('pending')
  const broadcast = await mail.acceptOne([email], { messageStream: 'broadcast', topicId: topic.id })
  expect(broadcast.excluded[0]?.reason).toContain('A confirmation was requested (not received yet) for this topic')

  const answers = await Promise.all([
    page().confirm(token, { ip: '203.0.113.7' }),
    page().confirm(token, { ip: '::1' }),
  ])

  expect(answers).toEqual([true, true])
  expect(await subscriptionOf(id, topic.id)).toBe('subscribed')
  expect(await ledgerOf(email)).toEqual([
    'channel given api_key',
    'topic requested api_key',
    'topic given confirmation_link',
  ])
  expect(await join(id, topic.id)).toBeUndefined()
  later(100)
  await work()
  expect(await subjects(email)).toHaveLength(1)
})

test('an unconfirmed request is reminded once and then expires', async () => {
  const [{ id, email }, topic] = [await person(), await topicOf('Offers')]
  await join(id, topic.id)
  await work()
  later(23)
  await work()
  expect(await subjects(email)).toHaveLength(1)

  later(1)
  await Promise.all([work(), work()])
  await work()
  expect(await subjects(email)).toEqual(['Confirm that you want Offers', 'Reminder: confirm that you want Offers'])
  const token = await tokenFor(id)
  later(48)
  await Promise.all([work(), work()])
  await work()

  expect(await subjects(email)).toHaveLength(2)
  expect(await subscriptionOf(id, topic.id)).toBe('out')
  expect(await ledgerOf(email)).toEqual(['channel given api_key', 'topic requested api_key', 'topic expired expiry'])
  expect(await page().confirm(token, { ip: '::1' })).toBe(false)
  expect(await page().read(token)).toMatchObject({ state: 'ended' })
})

test('an expired request cannot be confirmed, even before a worker marks it', async () => {
  const [{ id }, topic] = [await person(), await topicOf('Nobody works')]
  await join(id, topic.id)
  await work()
  const token = await tokenFor(id)
  later(72)

  expect(await page().read(token)).toMatchObject({ state: 'ended' })
  expect(await page().confirm(token, { ip: '::1' })).toBe(false)
  expect(await subscriptionOf(id, topic.id)).not.toBe('in')
  await work()
})

test('a late worker sends nothing when another has sent the email or the request was confirmed', async () => {
  const [one, two, topic] = [await person(), await person(), await topicOf('Late workers')]
  await join(one.id, topic.id)
  meanwhile.work = work
  await work()
  await join(two.id, topic.id)
  meanwhile.work = async () => {
    await page().confirm(await tokenFor(two.id), { ip: '::1' })
  }
  await work()

  expect(await subjects(one.email)).toHaveLength(1)
  expect(await subjects(two.email)).toHaveLength(0)
})

test('a request at the moment in which the previous one expires is a request of its own', async () => {
  const [{ id, email }, topic] = [await person(), await topicOf('Just in time')]
  await join(id, topic.id)
  await work()
  later(72)
  const token = await tokenFor(id)
  const { environmentId } = mail.live
  const due = await readConfirmation(mail.database.db, readConfirmToken(key, token) ?? { environmentId, id })
  let joining: ReturnType<typeof join> | undefined

  await doing(async tx => {
    await expire(tx, due as NonNullable<typeof due>, now)
    joining = join(id, topic.id)
    await untilLockWait(mail.database.db)
  })

  expect(await joining).toBe('pending')
  expect(await subscriptionOf(id, topic.id)).toBe('pending')
  await work()
  expect(await subjects(email)).toHaveLength(2)
})

test('a repeated request is mailed again after an hour, with at most five emails per address and day', async () => {
  const { id, email } = await person()
  const topics = [await topicOf('One'), await topicOf('Two'), await topicOf('Three'), await topicOf('Four')]
  const [first] = topics
  if (!first) throw new Error('no topic')
  for (const { id: topicId } of topics) await join(id, topicId)
  await work()
  await join(id, first.id)
  await work()
  expect(await subjects(email)).toHaveLength(4)

  for (let nth = 0; nth < 5; nth++) {
    later(1)
    await join(id, first.id)
    await work()
  }

  expect(await subjects(email)).toHaveLength(5)
})

test('a contact that is unsubscribed before confirming cannot be subscribed by the link', async () => {
  const [{ id, email }, topic] = [await person(), await topicOf('Gossip')]
  await join(id, topic.id)
  await work()
  const token = await tokenFor(id)
  await join(id, topic.id, false)

  expect(await page().confirm(token, { ip: '::1' })).toBe(false)
  expect(await subscriptionOf(id, topic.id)).toBe('out')
  expect((await ledgerOf(email)).at(-1)).toBe('topic withdrawn api_key')
})

test('a link that was sent before its reader unsubscribed from everything subscribes nobody', async () => {
  const [byHand, byLink, again] = [await person(), await person(), await person()]
  const topic = await topicOf('Old links')
  const { environmentId } = mail.live
  const leave = ({ email }: { email: string }) =>
    doing(tx => {
      const by = { method: 'unsubscribe_link' as const, sourceId: null }
      return setEmailSubscribed(tx, { environmentId, email, subscribed: false, by, at: now })
    })
  await leave(again)
  const tokens = new Map<string, string>()
  for (const { id } of [byHand, byLink, again]) {
    await join(id, topic.id)
    await work()
    tokens.set(id, await tokenFor(id))
  }

  await doing(tx => changeContact(tx, mail.live, now, byHand.id, { email_subscribed: false }))
  await leave(byLink)
  await leave(again)

  for (const { id, email } of [byHand, byLink, again]) {
    expect(await page().confirm(tokens.get(id) ?? '', { ip: '::1' })).toBe(false)
    expect(await subscriptionOf(id, topic.id)).toBe('out')
    expect((await ledgerOf(email)).at(-1)).toMatch(/^topic withdrawn/)
  }
  later(24)
  await work()
  expect(await subjects(byLink.email)).toEqual(['Confirm that you want Old links'])
})

test('a click on Unsubscribe in an older email about the topic withdraws a request that somebody made since', async () => {
  const [{ id, email }, topic] = [await person(), await topicOf('Unwanted')]
  const older = await mail.acceptOne([email], { messageStream: 'broadcast', topicId: topic.id })
  await join(id, topic.id)
  await work()
  const token = await tokenFor(id)
  const { environmentId } = mail.live

  await doing(tx => unsubscribe(tx, { environmentId, emailId: older.id, nth: 0 }, { method: 'one_click' }, now))

  expect(await page().confirm(token, { ip: '::1' })).toBe(false)
  expect(await subscriptionOf(id, topic.id)).toBe('out')
  expect((await ledgerOf(email)).at(-1)).toBe('topic withdrawn one_click')
  later(24)
  await work()
  expect(await subjects(email)).toEqual(['Confirm that you want Unwanted'])
})

test('what a reader saves on the preferences page answers the open requests, ticked or not', async () => {
  const [{ id, email }, wanted, unwanted] = [await person(), await topicOf('Wanted'), await topicOf('Not wanted')]
  const { environmentId } = mail.live
  const older = await mail.acceptOne([email], { messageStream: 'broadcast' })
  const copy = { environmentId, emailId: older.id, nth: 0 }
  const asked = [wanted, unwanted].map(({ id: topicId }) => ({
    environmentId,
    contactId: id,
    topicId,
    subscribed: true,
  }))
  await doing(tx =>
    setMemberships(
      tx,
      asked.map(one => ({ ...one, by: sourceOf(mail.live), at: now })),
    ),
  )
  await work()
  const token = await tokenFor(id)
  const shown = await readPreferences(mail.database.db, copy)
  expect(shown?.topics.filter(({ pending }) => pending).map(({ name }) => name)).toEqual(['Wanted', 'Not wanted'])

  await doing(tx => savePreferences(tx, copy, { isSubscribed: true, topicIds: [wanted.id] }, now))

  expect(await subscriptionOf(id, wanted.id)).toBe('subscribed')
  expect(await pendingOf(id)).toEqual([])
  expect(await subscriptionOf(id, unwanted.id)).toBe('out')
  expect((await ledgerOf(email)).slice(-2).toSorted()).toEqual([
    'topic given unsubscribe_link',
    'topic withdrawn unsubscribe_link',
  ])
  expect(await page().read(token)).toMatchObject({ state: 'confirmed', topics: ['Wanted'] })
  later(100)
  await work()
  expect(await subjects(email)).toHaveLength(1)
  expect((await ledgerOf(email)).filter(entry => entry.includes('expired'))).toEqual([])
})

test('a reader who joins the topic of an older email on its page is not asked to confirm any more', async () => {
  const [{ id, email }, topic] = [await person(), await topicOf('Joined again')]
  const older = await mail.acceptOne([email], { messageStream: 'broadcast', topicId: topic.id })
  await join(id, topic.id)
  await work()
  const copy = { environmentId: mail.live.environmentId, emailId: older.id, nth: 0 }

  await doing(tx => chooseTopic(tx, copy, { subscribed: true }, now))

  expect(await subscriptionOf(id, topic.id)).toBe('subscribed')
  expect(await pendingOf(id)).toEqual([])
  later(24)
  await work()
  expect(await subjects(email)).toEqual(['Confirm that you want Joined again'])
})

test('who had unsubscribed from everything before asking for a topic is subscribed again by the link', async () => {
  const [{ id }, topic] = [await person(), await topicOf('Second thoughts')]
  await doing(tx => changeContact(tx, mail.live, now, id, { email_subscribed: false }))
  await join(id, topic.id)
  await work()

  expect(await page().confirm(await tokenFor(id), { ip: '::1' })).toBe(true)
  expect(await subscriptionOf(id, topic.id)).toBe('subscribed')
})

describe('who is in a topic, has unsubscribed from everything and signs up for it again', () => {
  async function signedUpAgain(name: string) {
    const [{ id, email }, topic] = [await person(), await topicOf(name)]
    const { environmentId } = mail.live
    const older = await mail.acceptOne([email], { messageStream: 'broadcast', topicId: topic.id })
    const by = { method: 'form' as const, sourceId: null }
    const signUp = () =>
      doing(tx => setMembership(tx, { environmentId, by }, now, { contactId: id, topicId: topic.id, subscribed: true }))
    await signUp()
    await work()
    await page().confirm(await tokenFor(id), { ip: '::1' })
    expect(await signUp()).toBeUndefined()
    await doing(tx => changeContact(tx, mail.live, now, id, { email_subscribed: false }))
    later(1)
    // A program that repeats what it knows does not write to them.
    expect(await join(id, topic.id)).toBeUndefined()
    expect(await signUp()).toBe('pending')
    await work()
    return { id, email, topic, token: await tokenFor(id), copy: { environmentId, emailId: older.id, nth: 0 } }
  }

  test('is asked, and subscribed again by the link', async () => {
    const { email, topic, token } = await signedUpAgain('Back again')
    expect(await subjects(email)).toEqual(Array(2).fill('Confirm that you want Back again'))

    expect(await page().confirm(token, { ip: '::1' })).toBe(true)

    const broadcast = await mail.acceptOne([email], { messageStream: 'broadcast', topicId: topic.id })
    expect(broadcast.excluded).toEqual([])
    expect((await ledgerOf(email)).slice(-3)).toEqual([
      'topic requested form',
      'channel given confirmation_link',
      'topic given confirmation_link',
    ])
  })

  test('is not subscribed by the link after leaving the topic', async () => {
    const { id, email, topic, token } = await signedUpAgain('Left again')

    await join(id, topic.id, false)

    expect(await page().confirm(token, { ip: '::1' })).toBe(false)
    expect(await subscriptionOf(id, topic.id)).toBe('out')
    expect((await ledgerOf(email)).slice(-2)).toEqual(['topic requested form', 'topic withdrawn api_key'])
  })

  test('answers on the preferences page, too', async () => {
    const { id, email, topic, copy } = await signedUpAgain('Preferred')

    await doing(tx => savePreferences(tx, copy, { isSubscribed: true, topicIds: [topic.id] }, now))

    expect(await pendingOf(id)).toEqual([])
    expect((await ledgerOf(email)).slice(-2)).toEqual([
      'channel given unsubscribe_link',
      'topic given unsubscribe_link',
    ])
  })
})

test('the page of a confirmed request names the topics that the reader has not left since', async () => {
  const [{ id }, kept, left] = [await person(), await topicOf('Kept'), await topicOf('Left')]
  const both = [kept, left].map(topic => ({
    ...{ environmentId: mail.live.environmentId, contactId: id, topicId: topic.id, subscribed: true },
    ...{ by: sourceOf(mail.live), at: now },
  }))
  await doing(tx => setMemberships(tx, both))
  await work()
  const token = await tokenFor(id)
  await page().confirm(token, { ip: '::1' })
  expect(await page().read(token)).toMatchObject({ state: 'confirmed', topics: ['Kept', 'Left'] })

  await join(id, left.id, false)
  expect(await page().read(token)).toMatchObject({ state: 'confirmed', topics: ['Kept'] })
  await doing(tx => changeContact(tx, mail.live, now, id, { email_subscribed: false }))
  expect(await page().read(token)).toMatchObject({ state: 'ended' })
  await doing(tx => changeContact(tx, mail.live, now, id, { email_subscribed: true }))
  await join(id, kept.id, false)
  expect(await page().read(token)).toMatchObject({ state: 'ended' })
})

test('ended confirmations are deleted after a month', async () => {
  const topic = await topicOf('Forgotten')
  const [confirmed, late] = [await person(), await person()]
  await join(confirmed.id, topic.id)
  await work()
  await page().confirm(await tokenFor(confirmed.id), { ip: '192.0.2.1' })
  await join(late.id, topic.id)
  const left = async () => {
    const { rows } = await sql<{ state: string }>`select state from confirmations
      where contact_id in (${confirmed.id}, ${late.id}) order by state`.execute(mail.database.db)
    return rows.map(({ state }) => state)
  }

  later(29 * 24)
  await work()
  expect(await left()).toEqual(['confirmed', 'expired'])
  later(2 * 24)
  await work()
  await work()
  expect(await left()).toEqual(['expired'])
})

test('a refused email is retried, and the step is not lost', async () => {
  const [{ id, email }, topic] = [await person(), await topicOf('Late news')]
  await join(id, topic.id)
  refusing.is = true
  await work()
  refusing.is = false
  await work()
  expect(await subjects(email)).toEqual([])
  later(1)
  await work()

  expect(await subjects(email)).toEqual(['Confirm that you want Late news'])
})

test('a contact without an address cannot confirm, and a default topic cannot ask for it', async () => {
  const topic = await topicOf('By mail')
  const asked = { phone_number: '+14155550100' }
  const [contact] = await doing(tx => createContacts(tx, [{ caller: mail.live, asked, now }]))
  if (!contact || contact instanceof Refusal) throw new Error('refused')

  await expect(join(contact.id, topic.id)).rejects.toMatchObject({ code: 'invalid_state' })
  const refused = { code: 'validation_error' }
  await expect(topicOf('All', { confirm: true, confirmation, is_default_topic: true })).rejects.toMatchObject(refused)
  await expect(topicOf('No sender', { confirm: true })).rejects.toMatchObject(refused)
  await expect(topicOf('Off', { confirmation })).rejects.toMatchObject(refused)
  const long = { confirm: true, confirmation: { ...confirmation, reminder_after_hours: 72 } }
  await expect(topicOf('Too late', long)).rejects.toMatchObject(refused)
  const off = await doing(tx => changeTopic(tx, mail.live, now, topic.id, { confirm: false }))
  expect(off.confirmation).toBeNull()
})
