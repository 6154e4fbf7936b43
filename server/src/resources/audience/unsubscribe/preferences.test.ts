import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { changeBrand } from '#resources/account/branding/change.ts'
import { removeContact } from '#resources/audience/contacts/change.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { contactByEmail } from '#resources/audience/contacts/read.ts'
import { removeTopic } from '#resources/audience/topics/change.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { chooseTopic, readPreferences, savePreferences, unsubscribe } from './preferences.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())

let count = 0
const newAddress = () => `reader${++count}@a.example`
const topicNamed = (name: string) => mail.database.transaction(tx => createTopic(tx, mail.live, new Date(), { name }))
const contact = (email: string) =>
  mail.database.transaction(tx => createContacts(tx, [{ caller: mail.live, asked: { email }, now: new Date() }]))
async function emailTo(address: string, topicId: string | null = null) {
  const email = await mail.acceptOne(['other@a.example', address], { messageStream: 'broadcast', topicId })
  return { environmentId: email.environmentId, emailId: email.id, nth: 1 }
}
const click = (copy: Awaited<ReturnType<typeof emailTo>>) =>
  mail.database.transaction(tx => unsubscribe(tx, copy, { method: 'one_click' }, new Date()))
const found = (email: string) => contactByEmail(mail.database.db, mail.live.environmentId, email)
const factsOf = async (id: string) =>
  (await eventsOf(mail.database, id)).filter(({ type }) => type === 'email.unsubscribed')

test('many concurrent clicks of an unknown reader create one unsubscribed contact and one event', async () => {
  const address = newAddress()
  const copy = await emailTo(address)

  const answers = await Promise.all(Array.from({ length: 8 }, () => click(copy)))

  expect(answers).toEqual(Array(8).fill(true))
  expect(await found(address)).toMatchObject({ emailSubscribed: false })
  expect((await factsOf(copy.emailId)).map(({ data }) => data)).toEqual([
    { email_id: copy.emailId, recipient: address },
  ])
  expect(await found('other@a.example')).toBeUndefined()
})

test('leaving a topic affects only that topic', async () => {
  const address = newAddress()
  const topic = await topicNamed('News')
  await contact(address)
  const copy = await emailTo(address, topic.id)
  await mail.database.transaction(tx =>
    savePreferences(tx, copy, { isSubscribed: true, topicIds: [topic.id] }, new Date()),
  )

  await click(copy)
  await click(copy)

  expect(await found(address)).toMatchObject({ emailSubscribed: true })
  const { topics } = (await readPreferences(mail.database.db, copy)) ?? { topics: [] }
  expect(topics.find(({ id }) => id === topic.id)?.subscribed).toBe(false)
  expect(await factsOf(copy.emailId)).toHaveLength(1)
})

test.each(['contact', 'topic'] as const)('a click while the %s is deleted unsubscribes from everything', async gone => {
  const address = newAddress()
  const topic = await topicNamed('News')
  const [created] = await contact(address)
  const copy = await emailTo(address, topic.id)
  let clicking: Promise<boolean> | undefined

  await mail.database.transaction(async tx => {
    if (gone === 'topic') await removeTopic(tx, mail.live, topic.id)
    else await removeContact(tx, mail.live, new Date(), Object(created).id)
    clicking = click(copy)
    await untilLockWait(mail.database.db)
  })

  expect(await clicking).toBe(true)
  expect(await found(address)).toMatchObject({ emailSubscribed: false })
})

test('an email counts one unsubscribe, however often the reader leaves and returns and however many clicks come at once', async () => {
  const address = newAddress()
  const topic = await topicNamed('Digest')
  await contact(address)
  const copy = await emailTo(address, topic.id)
  const choose = (subscribed: boolean) =>
    mail.database.transaction(tx => chooseTopic(tx, copy, { subscribed }, new Date()))
  const save = (isSubscribed: boolean) =>
    mail.database.transaction(tx => savePreferences(tx, copy, { isSubscribed }, new Date()))
  await choose(true)

  await Promise.all(Array.from({ length: 8 }, (_, nth) => (nth % 2 === 0 ? click(copy) : choose(false))))
  await choose(true)
  await choose(false)
  for (const wish of [false, true, false]) await save(wish)

  const about = { email_id: copy.emailId, recipient: address }
  expect((await factsOf(copy.emailId)).map(({ data }) => data)).toEqual([{ ...about, topic_id: topic.id }, about])
  expect(await found(address)).toMatchObject({ emailSubscribed: false })
})

test('topics that a reader unticks and saves count as unsubscribes by that email, each once and only if they had it', async () => {
  const address = newAddress()
  const [about, other, never] = [await topicNamed('About this'), await topicNamed('Others'), await topicNamed('Never')]
  await contact(address)
  const copy = await emailTo(address, about.id)
  const save = (topicIds: string[]) =>
    mail.database.transaction(tx => savePreferences(tx, copy, { isSubscribed: true, topicIds }, new Date()))
  await save([about.id, other.id])
  expect(await factsOf(copy.emailId)).toEqual([])

  await Promise.all([save([other.id]), save([other.id])])
  await save([about.id, other.id])
  await save([])

  const base = { email_id: copy.emailId, recipient: address }
  const left = (await factsOf(copy.emailId)).map(({ data }) => data)
  expect(left).toHaveLength(2)
  expect(left).toEqual(expect.arrayContaining([about, other].map(({ id }) => ({ ...base, topic_id: id }))))
  expect(left).not.toContainEqual({ ...base, topic_id: never.id })
})

test('a reader without a contact who unticks the topic of the email has unsubscribed from it', async () => {
  const address = newAddress()
  const topic = await topicNamed('Unknown to us')
  const copy = await emailTo(address, topic.id)

  await mail.database.transaction(tx => savePreferences(tx, copy, { isSubscribed: true, topicIds: [] }, new Date()))

  expect((await factsOf(copy.emailId)).map(({ data }) => data)).toContainEqual({
    ...{ email_id: copy.emailId, recipient: address, topic_id: topic.id },
  })
})

test('a link of an unknown email changes nothing', async () => {
  const copy = await emailTo(newAddress())

  expect(await click({ ...copy, nth: 7 })).toBe(false)
  expect(await readPreferences(mail.database.db, { ...copy, environmentId: copy.emailId })).toBeUndefined()
})

test('resubscribing keeps the topics', async () => {
  const address = newAddress()
  const topic = await topicNamed('Offers')
  await contact(address)
  const copy = await emailTo(address)
  const save = (chosen: { isSubscribed: boolean; topicIds?: string[] }) =>
    mail.database.transaction(tx => savePreferences(tx, copy, chosen, new Date()))
  await save({ isSubscribed: true, topicIds: [topic.id] })

  await save({ isSubscribed: false })
  expect(await readPreferences(mail.database.db, copy)).toMatchObject({ isSubscribed: false })
  await save({ isSubscribed: true })

  const after = await readPreferences(mail.database.db, copy)
  expect([after?.isSubscribed, after?.topics.find(({ id }) => id === topic.id)?.subscribed]).toEqual([true, true])
})

test('an unknown reader sees the default topics and that of the email, and the choice is stored', async () => {
  const address = newAddress()
  const [about, other] = [await topicNamed('About'), await topicNamed('Other')]
  const forAll = await mail.database.transaction(tx =>
    createTopic(tx, mail.live, new Date(), { name: 'For all', is_default_topic: true }),
  )
  const copy = await emailTo(address, about.id)
  const chosen = async () => {
    const { topics = [] } = (await readPreferences(mail.database.db, copy)) ?? {}
    return topics.filter(({ subscribed }) => subscribed).map(({ name }) => name)
  }
  expect(await chosen()).toEqual(['About', 'For all'])

  await mail.database.transaction(tx =>
    savePreferences(tx, copy, { isSubscribed: true, topicIds: [other.id, forAll.id] }, new Date()),
  )

  expect(await chosen()).toEqual(['Other', 'For all'])
  expect(await found(address)).toMatchObject({ emailSubscribed: true })
})

test('the page’s button leaves and rejoins only the email’s topic; repeating it changes nothing', async () => {
  const address = newAddress()
  const [topic, other] = [await topicNamed('Releases'), await topicNamed('Events')]
  await contact(address)
  const [copy, earlier] = [await emailTo(address, topic.id), await emailTo(address)]
  await mail.database.transaction(tx =>
    savePreferences(tx, earlier, { isSubscribed: true, topicIds: [topic.id, other.id] }, new Date()),
  )
  const choose = (subscribed: boolean) =>
    mail.database.transaction(tx => chooseTopic(tx, copy, { subscribed }, new Date()))
  const chosen = async () => {
    const { topics = [] } = (await readPreferences(mail.database.db, copy)) ?? {}
    return topics
      .filter(({ id, subscribed }) => subscribed && [topic.id, other.id].includes(id))
      .map(({ name }) => name)
  }

  expect([await choose(false), await choose(false)]).toEqual([true, true])
  expect(await chosen()).toEqual(['Events'])
  expect((await factsOf(copy.emailId)).map(({ data }) => data)).toEqual([
    { email_id: copy.emailId, recipient: address, topic_id: topic.id },
  ])
  await Promise.all([choose(true), choose(true)])
  expect(await chosen()).toEqual(['Releases', 'Events'])
  expect(await found(address)).toMatchObject({ emailSubscribed: true })
})

test('an unknown reader who leaves a topic is stored as unsubscribed from that topic only', async () => {
  const address = newAddress()
  const topic = await topicNamed('Weekly')
  const copy = await emailTo(address, topic.id)

  await mail.database.transaction(tx => chooseTopic(tx, copy, { subscribed: false }, new Date()))

  const { isSubscribed, topics = [] } = (await readPreferences(mail.database.db, copy)) ?? {}
  expect([isSubscribed, topics.find(({ id }) => id === topic.id)?.subscribed]).toEqual([true, false])
  expect(await factsOf(copy.emailId)).toHaveLength(1)
})

test('the page shows the brand name that the organization has chosen', async () => {
  const copy = await emailTo(newAddress())
  const nameShown = async () => (await readPreferences(mail.database.db, copy))?.brand.name
  const before = await nameShown()

  await mail.database.transaction(tx => changeBrand(tx, mail.live.organizationId, { name: 'The Acme Letter' }))

  expect([before, await nameShown()]).toEqual([expect.any(String), 'The Acme Letter'])
  expect(before).not.toBe('The Acme Letter')
})
