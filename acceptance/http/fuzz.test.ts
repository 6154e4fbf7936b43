/** The checks of Schemathesis and RESTler, on our own document: every answer to any request, and the life of every object. */

import { allOperations } from '@posthorn/contract/all-operations'
import type { Operation } from '@posthorn/contract/operation'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { isLong, seed } from '../hostile/runs.ts'
import { ask, type Client, client } from '../http-client/client.ts'
import { exampleRequest, pathParams } from '../http-client/example-request.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail, newPhoneNumber } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { type RandomRequest, randomRequest } from './random-request.ts'

const { url, dataDir } = inject('service')
const { POSTHORN_FUZZ_REQUESTS = isLong ? '50000' : '600' } = process.env
/** In parallel, on several connections. */
const together = 10
const requests = Math.ceil(Number(POSTHORN_FUZZ_REQUESTS) / together) * together

type Response = { $ref?: string; headers?: object; content?: object }
type Documented = { operationId: string; responses: Record<string, Response> }
type Document = {
  paths: Record<string, Record<string, Documented>>
  components: { responses: Record<string, Response> }
}
let document: Document
let api: Client
let live: Client
/** In its own organization, since it fills every list. */
let fuzzed: Client
/** Ids of real objects, so that some requests get past "no such object". */
let known: string[]

beforeAll(async () => {
  const [one, other] = await Promise.all([createOrganization(dataDir), createOrganization(dataDir)])
  api = client(url, one.test_key)
  live = client(url, one.live_key)
  fuzzed = client(url, other.test_key)
  document = (await api.get<Document>('/openapi.json')).body
  const created = await Promise.all([
    fuzzed.post<{ id: string }>('/v1/contacts', { email: 'fuzz@example.com' }),
    fuzzed.post<{ id: string }>('/v1/topics', { name: 'Fuzz' }),
  ])
  known = created.map(answer => answer.body.id)
})

test('whatever the request, the answer is one of those in the document, in its shape, and never a server error', {
  timeout: 60_000 + requests * 20,
}, async () => {
  const seen = new Map<string, number>()
  const request = fc.constantFrom(...allOperations).chain(operation => randomRequest(operation, known))
  const several = fc.array(request, { minLength: together, maxLength: together })

  const property = fc.asyncProperty(several, async asked => {
    for (const status of await Promise.all(asked.map(checkedStatus))) seen.set(status, (seen.get(status) ?? 0) + 1)
  })

  console.info(`fuzz: POSTHORN_SEED=${seed} POSTHORN_FUZZ_REQUESTS=${requests}`)
  await fc.assert(property, { seed, numRuns: requests / together, endOnFailure: true })
  console.info(`fuzz: ${requests} requests, ${JSON.stringify(Object.fromEntries([...seen].toSorted()))}`)
  expect(Number(seen.get('200') ?? 0) + Number(seen.get('201') ?? 0), 'some of them got through').toBeGreaterThan(20)
  expect(Number(seen.get('400') ?? 0), 'most of them did not').toBeGreaterThan(100)
  expect((await ask(url, { path: '/readyz' })).status).toBe(200)
})

function documented({ id }: Operation, status: number): Response | undefined {
  const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))
  const response = operations.find(({ operationId }) => operationId === id)?.responses[status]
  return response?.$ref ? document.components.responses[response.$ref.split('/').at(-1) ?? ''] : response
}

/** Sent only when they apply. */
const sometimes = ['x-ignored-fields', 'idempotent-replayed', 'x-should-retry', 'retry-after-ms']

/** `ask` checks what all answers share: headers, one shape of refusals, nothing about our internals; and at most 15 s. */
async function checkedStatus({ operation, asked }: RandomRequest): Promise<string> {
  const answer = await fuzzed.ask(asked)
  const { status, headers, text } = answer
  const about = `${operation.id} ${asked.path.slice(0, 200)} ${String(asked.raw).slice(0, 300)} answered ${status} ${text}`
  const response = documented(operation, status)
  // What is no HTTP at all is refused before the key is read.
  const hasKey = !text.includes('The request is not valid HTTP.')
  expect(response, `${about}: a documented status`).toBeDefined()
  expect(status, about).toBeLessThan(500)
  expect(Object.keys(headers), `${about}: the documented headers`).toEqual(
    expect.arrayContaining(
      Object.keys(response?.headers ?? {})
        .map(name => name.toLowerCase())
        .filter(name => !sometimes.includes(name) && (hasKey || !name.startsWith('ratelimit-'))),
    ),
  )
  const media = String(headers['content-type']).split(';')[0]
  expect(Object.keys(response?.content ?? {}), `${about}: a documented media type`).toContain(media)
  if (status < 400) expectShape(operation.media ? answer.text : answer.body, operation.reply, operation.id)
  if (status < 400) expect(isWrong(operation, asked.raw), `${about}: what is not valid is refused`).toBe(false)
  return String(status)
}

/** By the published schema alone; further rules exist. */
function isWrong({ body }: Operation, raw: unknown): boolean {
  if (!body || typeof raw !== 'string') return false
  try {
    return !Value.Check(body, JSON.parse(raw))
  } catch {
    return true
  }
}

/** Nouns that can be created, read by their id and deleted. A revoked key stays on record. */
const nouns = allOperations.filter(({ method, path }) => {
  if (path === '/v1/api-keys') return false
  const has = (wanted: string) => allOperations.some(one => one.method === wanted && one.path === `${path}/{id}`)
  return method === 'POST' && has('GET') && has('DELETE')
})

const fresh = (): object => ({ email: newEmail(), phone_number: newPhoneNumber() })

test.each(nouns.map(({ id, path }) => [id, path] as const))(
  '%s: a created object exists, a refused one does not, and a deleted one is gone from every path',
  async (id, path) => {
    // Sender domains are for live email.
    const asker = path === '/v1/domains' ? live : api
    const create = allOperations.find(one => one.id === id) as Operation // `as`: it is one of them
    const request = exampleRequest(create)
    const count = async () => (await asker.get<{ data: unknown[] }>(`${path}?limit=100`)).body.data.length
    const before = await count()
    const created = await asker.ask<{ id: string }>({
      ...request,
      body: { ...Object(request.body), ...(path === '/v1/contacts' && fresh()) },
    })
    expect(created.status, created.text).toBe(create.status ?? 200)
    expect((await asker.get(`${path}/${created.body.id}`)).status).toBe(200)
    expect(
      (
        await asker.ask({
          ...request,
          body: { ...Object(request.body), [Object.keys(Object(request.body))[0] ?? '']: 0 },
        })
      ).status,
    ).toBe(400)
    expect(await count()).toBe(before + 1)

    // A message is deleted once it has ended, which takes it a moment.
    await vi.waitFor(async () => expect((await asker.delete(`${path}/${created.body.id}`)).status).toBe(200), 10_000)

    const ofIt = allOperations.filter(one => one.path.startsWith(`${path}/{`) && !one.isEndless)
    for (const operation of ofIt) {
      const params = Object.fromEntries(pathParams(operation).map(name => [name, created.body.id]))
      expect((await asker.ask(exampleRequest(operation, params))).status, operation.id).toBe(404)
    }
    expect(await count()).toBe(before)
  },
)

test('an object that belongs to another is not found under a third', async () => {
  const active = exampleRequest(allOperations.find(({ id }) => id === 'createWorkflow') as Operation) // `as`: there is one
  const [one, other] = [await api.ask<{ id: string }>(active), await api.ask<{ id: string }>(active)]
  await api.post('/v1/contacts', fresh())
  type Runs = { data: { id: string }[] }
  const run = await vi.waitFor(async () => {
    const { body } = await api.get<Runs>(`/v1/workflows/${one.body.id}/runs`)
    expect(body.data).toHaveLength(1)
    return body.data[0]?.id
  })

  expect((await api.post(`/v1/workflows/${other.body.id}/runs/${run}/stop`)).status).toBe(404)
  expect((await api.post(`/v1/workflows/${one.body.id}/runs/${run}/stop`)).status).toBe(200)
  for (const { body } of [one, other]) await api.delete(`/v1/workflows/${body.id}`)
})
