import { allOperations } from '@posthorn/contract/all-operations'
import type { ContactFileImport } from '@posthorn/contract/audience/contact-files'
import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Erasure } from '@posthorn/contract/audience/erasures'
import type { Topic } from '@posthorn/contract/audience/topics'
import type { Operation } from '@posthorn/contract/operation'
import type { WorkflowRun } from '@posthorn/contract/workflows/workflows'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Answer } from '../http-client/answer.ts'
import { type Client, client } from '../http-client/client.ts'
import { exampleRequest, pathParams, randomId } from '../http-client/example-request.ts'
import type { Page } from '../http-client/page.ts'
import { newEmail, newPhoneNumber, newWord } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { untilSms } from '../sms/sending.ts'

const { url, dataDir } = inject('service')
let owner: Client
/** All others: the owner's other environment, and both environments of another organization. */
let others: [name: string, Client][]

beforeAll(async () => {
  const [mine, theirs] = await Promise.all([createOrganization(dataDir), createOrganization(dataDir)])
  // A busy machine may refuse a read for a moment.
  const patiently = (key: string) => client(url, key, { patient: true })
  owner = patiently(mine.live_key)
  others = [
    ['the test key of the same organization', patiently(mine.test_key)],
    ['the live key of another organization', patiently(theirs.live_key)],
    ['the test key of another organization', patiently(theirs.test_key)],
  ]
})

/** What a stranger can see of an answer, apart from what differs between any two. */
function seen({ status, headers, text }: Answer<unknown>) {
  const { date: _d, 'x-request-id': _r, 'ratelimit-remaining': _l, 'ratelimit-reset': _t, ...rest } = headers
  return { status, headers: rest, text }
}

/** For parameters that are not about the collection at the beginning of the path. */
const collectionOf: Readonly<Record<string, string>> = { topicId: '/v1/topics', contact_id: '/v1/contacts' }

/** The owner's object for a path parameter, made by the operation that creates such objects. */
async function ownObject(operation: Operation, param: string, outer: readonly string[] = []): Promise<string> {
  if (param === 'runId') return ownRun(outer[0] ?? '')
  if (param === 'event_id') return ownDelivery(outer[0] ?? '')
  if (param === 'attachment_id') return ownAttachment(outer[0] ?? '')
  if (operation.path === '/v1/contacts/imports/{id}') return ownImport()
  if (operation.id === 'getErasure') return ownErasure()
  if (operation.id === 'getRequest') return ownRequest()
  const collection = collectionOf[param] ?? operation.path.split('/{')[0] ?? ''
  const creation = allOperations.find(({ method, path }) => method === 'POST' && path === collection)
  if (!creation) throw new Error(`Nothing creates what ${operation.path} names.`)
  const request = exampleRequest(creation)
  const unique = {
    ...(collection === '/v1/contacts' && { email: newEmail(), phone_number: newPhoneNumber() }),
    ...(collection === '/v1/contact-fields' && { key: `f${newWord()}` }),
    ...(collection === '/v1/segments' && { name: newWord() }),
    ...(collection === '/v1/suppressions' && { email: newEmail() }),
    ...(collection === '/v1/domains' && { name: `${newWord()}.example.com` }),
    // An object that does not change while the test reads it.
    ...(collection === '/v1/emails' && { scheduled_for: '2099-01-01T00:00:00Z', attachments: [aFile] }),
  }
  const { status, body } = await owner.ask<{ id: string }>({ ...request, body: { ...Object(request.body), ...unique } })
  expect([200, 201], `${collection}: ${JSON.stringify(body)}`).toContain(status)
  if (collection === '/v1/sms') await untilSms(owner, body.id)
  return body.id
}

const aFile = { filename: 'a.txt', content: 'aGVsbG8=' }

async function ownAttachment(emailId: string): Promise<string> {
  const { body } = await owner.get<{ data: { id: string }[] }>(`/v1/emails/${emailId}/attachments`)
  return body.data[0]?.id ?? expect.fail('nothing is attached')
}

/** A finished one, so that it does not change while the test reads it. */
async function ownImport(): Promise<string> {
  const path = '/v1/contacts/imports'
  const { body } = await owner.post<{ id: string }>(path, { csv: `email\n${newEmail()}\n` })
  await vi.waitFor(
    async () => expect((await owner.get<ContactFileImport>(`${path}/${body.id}`)).body.status).toBe('completed'),
    { timeout: 20_000 },
  )
  return body.id
}

/** A finished one, so that it does not change while the test reads it. */
async function ownErasure(): Promise<string> {
  const { body: contact } = await owner.post<{ id: string }>('/v1/contacts', { email: newEmail() })
  const { body } = await owner.post<{ id: string }>(`/v1/contacts/${contact.id}/erase`)
  await vi.waitFor(
    async () => expect((await owner.get<Erasure>(`/v1/erasures/${body.id}`)).body.status).toBe('finished'),
    { timeout: 20_000 },
  )
  return body.id
}

/** Stored a moment after its answer. */
const ownRequest = (): Promise<string> =>
  vi.waitFor(
    async () => {
      const { body } = await owner.get<Page<{ id: string }>>('/v1/requests?limit=1')
      return body.data[0]?.id ?? expect.fail('nothing is written down yet')
    },
    { timeout: 10_000 },
  )

/** A test event is sent at once, whatever its outcome. */
async function ownDelivery(webhookId: string): Promise<string> {
  await owner.post(`/v1/webhooks/${webhookId}/test`)
  const { body } = await owner.get<Page<{ id: string }>>(`/v1/webhooks/${webhookId}/deliveries`)
  return body.data[0]?.id ?? expect.fail('nothing was sent')
}

/** A contact that the workflow takes in, and that waits in its first step. */
async function ownRun(workflowId: string): Promise<string> {
  await owner.post('/v1/contacts', { email: newEmail() })
  return vi.waitFor(async () => {
    const { body } = await owner.get<Page<WorkflowRun>>(`/v1/workflows/${workflowId}/runs?state=waiting`)
    expect(body.data).toHaveLength(1)
    return body.data[0]?.id ?? ''
  })
}

const withId = allOperations.filter(operation => pathParams(operation).length > 0).map(one => [one.id, one] as const)

test.each(withId)('%s: somebody else’s object looks exactly like one that never existed', async (_id, operation) => {
  const names = pathParams(operation)
  const ids: string[] = []
  for (const name of names) ids.push(await ownObject(operation, name, ids))
  const params = Object.fromEntries(names.map((name, index) => [name, ids[index] ?? '']))
  const before = await snapshot(operation, ids)

  for (const [name, other] of others) {
    const theirs = await other.ask(exampleRequest(operation, params))
    const nobodys = await other.ask(exampleRequest(operation))

    expect(theirs.status, name).toBe(404)
    expect(seen(theirs), name).toEqual(seen(nobodys))
  }
  expect(await snapshot(operation, ids), 'nothing was changed').toEqual(before)
})

/** The owner's objects as they can be read. */
async function snapshot(operation: Operation, ids: readonly string[]) {
  const collections = [operation.path.split('/{')[0], collectionOf[pathParams(operation)[1] ?? '']]
  // An entry of the suppression list is read only in the list, and a run only in that of its workflow.
  const pathOf = (id: string, index: number) => {
    if (index === 1 && operation.path.includes('{runId}')) return `/v1/workflows/${ids[0]}/runs`
    if (index === 1 && operation.path.includes('{event_id}')) return `/v1/webhooks/${ids[0]}/deliveries/${id}`
    // Its address changes every second.
    if (index === 1 && operation.path.includes('{attachment_id}')) return `/v1/emails/${ids[0]}`
    return collections[index] === '/v1/suppressions' ? '/v1/suppressions' : `${collections[index]}/${id}`
  }
  const reads = await Promise.all(ids.map((id, index) => owner.get(pathOf(id, index))))
  for (const { status } of reads) expect(status).toBe(200)
  return reads.map(({ text }) => text)
}

const withCursor = allOperations
  // A list inside one object is somebody else's as a whole.
  .filter(operation => 'cursor' in Object(Object(operation.query).properties) && pathParams(operation).length === 0)
  .map(operation => [operation.id, operation] as const)

test.each(withCursor)('%s: somebody else’s cursor looks exactly like a made-up one', async (_id, operation) => {
  const { path } = operation
  // Every created object is an event and an entry of both logs; the stream takes the cursors of the list.
  const isEvents = path.startsWith('/v1/events')
  const created = isEvents || ['/v1/requests', '/v1/audit-log'].includes(path) ? '/v1/topics' : path
  const filter = path === '/v1/consent' ? await consentTwice() : ''
  if (filter === '') for (let nth = 0; nth < 2; nth++) await ownObject({ ...operation, path: `${created}/{id}` }, 'id')
  const cursor = await vi.waitFor(
    async () => {
      const { body } = await owner.get<Page<unknown>>(`${isEvents ? '/v1/events' : path}?limit=1${filter}`)
      expect(body.next_cursor).toBeDefined()
      return body.next_cursor ?? ''
    },
    { timeout: 10_000 },
  )
  expect((await owner.get(`${path}?limit=1&cursor=${cursor}${filter}`)).status).toBe(200)
  const madeUp = cursor.toLowerCase() === cursor ? cursor.toUpperCase() : cursor.toLowerCase()

  for (const [name, other] of others) {
    const theirs = await other.get(`${path}?limit=1&cursor=${cursor}${filter}`)
    const nobodys = await other.get(`${path}?limit=1&cursor=${madeUp}${filter}`)

    expect([theirs.status, theirs.body.code], name).toEqual([400, 'invalid_cursor'])
    expect(seen(theirs)).toEqual(seen(nobodys))
  }
})

/** A list of one address: two entries, and the filter that finds them. */
async function consentTwice(): Promise<string> {
  const email = newEmail()
  const { body } = await owner.post<Contact>('/v1/contacts', { email })
  await owner.put(`/v1/contacts/${body.id}`, { email_subscribed: false })
  return `&email=${email}`
}

describe('contacts and topics', () => {
  let contact: Contact
  let topic: Topic

  beforeAll(async () => {
    contact = (await owner.post<Contact>('/v1/contacts', { email: newEmail(), phone_number: newPhoneNumber() })).body
    topic = (await owner.post<Topic>('/v1/topics', { name: 'Private' })).body
    await owner.post(`/v1/contacts/${contact.id}/topics/${topic.id}`)
  })

  test('lists show nobody else’s rows, whatever the filter', async () => {
    for (const [name, other] of others) {
      for (const query of ['', `&search=${contact.email}`, `&topic_id=${topic.id}`, '&email_subscribed=true']) {
        const { body } = await other.get<Page<Contact>>(`/v1/contacts?limit=100${query}`)
        expect(body, `${name} ${query}`).toEqual({ data: [], has_more: false })
      }
      const { body } = await other.get<Page<Topic>>('/v1/topics?limit=100')
      expect(body, name).toEqual({ data: [], has_more: false })
    }
  })

  test('a lookup finds nobody else’s contact', async () => {
    for (const [name, other] of others) {
      for (const [mine, nobodys] of [
        [`email=${contact.email}`, `email=${newEmail()}`],
        [`phone_number=${contact.phone_number}`, `phone_number=${newPhoneNumber()}`],
      ]) {
        const theirs = await other.get(`/v1/contacts/lookup?${mine}`)
        expect(theirs.status, name).toBe(404)
        expect(seen(theirs)).toEqual(seen(await other.get(`/v1/contacts/lookup?${nobodys}`)))
      }
    }
  })

  test('a conflict names nobody else’s contact: the address is free elsewhere', async () => {
    for (const [name, other] of others) {
      const { status, body } = await other.post<Contact>('/v1/contacts', { email: contact.email })
      expect(status, name).toBe(201)
      expect(body.id).not.toBe(contact.id)
      await other.delete(`/v1/contacts/${body.id}`)
    }
  })

  test('a stranger’s contact cannot join the owner’s topic, nor the owner’s contact a stranger’s topic', async () => {
    for (const [name, other] of others) {
      const own = (await other.post<Contact>('/v1/contacts', { email: newEmail() })).body
      const ownTopic = (await other.post<Topic>('/v1/topics', { name: 'Theirs' })).body
      for (const method of ['POST', 'DELETE']) {
        for (const [mine, nobodys] of [
          [`/v1/contacts/${own.id}/topics/${topic.id}`, `/v1/contacts/${own.id}/topics/${randomId()}`],
          [`/v1/contacts/${contact.id}/topics/${ownTopic.id}`, `/v1/contacts/${randomId()}/topics/${ownTopic.id}`],
        ] as const) {
          const theirs = await other.ask({ method, path: mine })
          expect(theirs.status, name).toBe(404)
          expect(seen(theirs)).toEqual(seen(await other.ask({ method, path: nobodys })))
        }
      }
      await other.delete(`/v1/contacts/${own.id}`)
      await other.delete(`/v1/topics/${ownTopic.id}`)
    }
    const members = await owner.get<Page<Contact>>(`/v1/contacts?topic_id=${topic.id}`)
    expect(members.body.data.map(({ id }) => id)).toEqual([contact.id])
  })
})
