import { allOperations } from '@posthorn/contract/operations'
import fc from 'fast-check'
import { beforeAll, expect, inject, test } from 'vitest'
import { ask, client } from './client.ts'
import { createOrganization } from './operator.ts'
import { randomRequest } from './random-request.ts'
import { expectShape } from './reply-shape.ts'

const { url, dataDir } = inject('service')
const { POSTHORN_FUZZ_SEED = '20261115', POSTHORN_FUZZ_REQUESTS = '900' } = process.env
// The same each time, so that a change breaks it and not the day; set both for a longer search.
const [seed, requests] = [Number(POSTHORN_FUZZ_SEED), Number(POSTHORN_FUZZ_REQUESTS)]

type Document = { paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>> }
let documented: Map<string, string[]>
let key: string
/** Ids of real objects, so that some requests get past "no such object". */
let known: string[]

beforeAll(async () => {
  const organization = await createOrganization(dataDir)
  key = organization.test_key
  const api = client(url, key)
  const { body } = await api.get<Document>('/openapi.json')
  const operations = Object.values(body.paths).flatMap(methods => Object.values(methods))
  documented = new Map(operations.map(({ operationId, responses }) => [operationId, Object.keys(responses)]))
  const created = await Promise.all([
    api.post<{ id: string }>('/v1/contacts', { email: 'fuzz@example.com' }),
    api.post<{ id: string }>('/v1/topics', { name: 'Fuzz' }),
  ])
  known = created.map(answer => answer.body.id)
})

test('whatever is asked, the answer is one of those in the document, in its shape, and never our fault', {
  timeout: 60_000 + requests * 10,
}, async () => {
  const seen = new Map<string, number>()
  const request = fc.constantFrom(...allOperations).chain(operation => randomRequest(operation, known))

  const property = fc.asyncProperty(request, async ({ operation, asked }) => {
    const answer = await ask(url, { key, ...asked })

    const { status } = answer
    seen.set(String(status), (seen.get(String(status)) ?? 0) + 1)
    expect(documented.get(operation.id), `${operation.id} answered ${status} ${answer.text}`).toContain(String(status))
    expect(status, answer.text).toBeLessThan(500)
    if (status < 400) expectShape(operation.media ? answer.text : answer.body, operation.reply, operation.id)
  })

  console.info(`fuzz: POSTHORN_FUZZ_SEED=${seed} POSTHORN_FUZZ_REQUESTS=${requests}`)
  await fc.assert(property, { seed, numRuns: requests, endOnFailure: true })
  console.info(`fuzz: ${requests} requests, ${JSON.stringify(Object.fromEntries([...seen].toSorted()))}`)
  expect(Number(seen.get('200') ?? 0) + Number(seen.get('201') ?? 0), 'some of them got through').toBeGreaterThan(20)
  expect(Number(seen.get('400') ?? 0), 'most of them did not').toBeGreaterThan(100)
  expect((await ask(url, { path: '/readyz' })).status).toBe(200)
})
