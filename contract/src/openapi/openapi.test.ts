import { describe, expect, test } from 'vitest'
import { faultsWith } from '../../testing/faults.ts'
import { allOperations } from '../all-operations.ts'
import { apiVersion, openapi } from './openapi.ts'

const document = openapi()
const written = JSON.parse(JSON.stringify(document))
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [operation.operationId, method, path, operation] as const),
)

/** Every object inside a value, with its path. */
function* objectsIn(value: unknown, path = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, { ...value }]
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`)
}

function resolve(ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce((value, key) => Object(value)[key], written)
}

const faults = faultsWith(written.components)

test('the document is OpenAPI 3.1.0 of version 1.0.3 and plain JSON', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Posthorn', version: '1.0.3' },
    servers: [{ url: '/' }],
  })
  expect(apiVersion).toBe('1.0.3')
  expect(written).toEqual(document)
})

test('the document holds every operation once', () => {
  expect(operations.map(([id, method, path]) => `${id} ${method} ${path}`).toSorted()).toEqual(
    allOperations.map(({ id, method, path }) => `${id} ${method.toLowerCase()} ${path}`).toSorted(),
  )
})

test('every $ref resolves', () => {
  const refs = [...objectsIn(written)].flatMap(([, object]) => (typeof object.$ref === 'string' ? [object.$ref] : []))

  expect(refs.length).toBeGreaterThan(100)
  expect(refs.filter(ref => resolve(ref) === undefined)).toEqual([])
})

test('no $id is left, which tools would try to fetch', () => {
  expect([...objectsIn(written)].filter(([, object]) => '$id' in object)).toEqual([])
})

test('every pattern is one that validators of other languages understand: those of Python refuse \\p', () => {
  const patterns = [...objectsIn(written)].flatMap(([, { pattern }]) => (typeof pattern === 'string' ? [pattern] : []))

  expect(patterns.length).toBeGreaterThan(10)
  expect(patterns.filter(pattern => /\\p/i.test(pattern))).toEqual([])
})

test('schemas with the same name are identical', () => {
  const named = allOperations
    .flatMap(({ params, query, body, reply }) => [...objectsIn([params, query, body, reply])])
    .flatMap(([, schema]) => (typeof schema.$id === 'string' ? [[schema.$id, JSON.stringify(schema)] as const] : []))
  const versions = Map.groupBy(named, ([id]) => id)

  expect(versions.size).toBeGreaterThan(30)
  for (const [id, some] of versions) expect([id, new Set(some.map(([, text]) => text)).size]).toEqual([id, 1])
})

test('the names of components and the statuses of answers are valid in OpenAPI', () => {
  const names = Object.values(document.components).flatMap(Object.keys)
  const statuses = operations.flatMap(([, , , { responses }]) => Object.keys(responses))

  expect(names.filter(name => !/^[A-Za-z0-9._-]+$/.test(name))).toEqual([])
  expect(statuses.filter(status => !/^[1-5]\d\d$/.test(status))).toEqual([])
})

test('every tag that is used is declared', () => {
  const declared = document.tags.map(({ name }) => name as string) // as: to compare with any string
  const used = new Set(operations.flatMap(([, , , { tags }]) => tags))

  expect([...used].toSorted()).toEqual(declared.toSorted())
})

describe.each(operations)('%s', (id, _, path, operation) => {
  const source = allOperations.find(candidate => candidate.id === id)

  test('declares each parameter of its path, and no parameter twice', () => {
    const parameters =
      operation.parameters?.map(parameter => ('$ref' in parameter ? resolve(parameter.$ref) : parameter)) ?? []
    const inPath = parameters.filter(parameter => Object(parameter).in === 'path')
    const names = parameters.map(parameter => `${Object(parameter).in} ${Object(parameter).name}`)

    expect(inPath.map(parameter => `{${Object(parameter).name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(parameter => Object(parameter).required === true)).toBe(true)
    expect(new Set(names).size).toBe(names.length)
  })

  test('has examples that the published schemas accept', () => {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap(part =>
      part && 'content' in part ? Object.values(part.content) : [],
    )
    for (const parameter of operation.parameters ?? []) {
      if (!('$ref' in parameter) && 'example' in parameter)
        expect(faults(parameter.schema, parameter.example)).toEqual([])
    }

    expect(contents.length).toBeGreaterThan(0)
    for (const { schema, example } of contents) expect(faults(schema, example)).toEqual([])
  })

  test('documents a success, the errors of every operation, and their headers', () => {
    const { [source?.status ?? 200]: success, ...failures } = operation.responses

    expect(success).toMatchObject({ headers: { 'x-request-id': {}, 'ratelimit-remaining': {} } })
    expect(Object.keys(failures)).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']))
    expect('idempotent-replayed' in Object(success).headers).toBe(source?.idempotent === true)
    expect('x-ignored-fields' in Object(success).headers).toBe(source?.body !== undefined)
  })

  test('has a request body exactly when its source has one', () => {
    expect(operation.requestBody !== undefined).toBe(source?.body !== undefined)
  })
})

test('an error that is found after the key documents what is left of its limit', () => {
  for (const [name, { headers }] of Object.entries(document.components.responses))
    expect([name, 'ratelimit-remaining' in headers]).toEqual([name, !/^(401|408|431|503)/.test(name)])
})

test('an example of an error has the status of its response', () => {
  for (const [name, response] of Object.entries(document.components.responses)) {
    const examples = Object.values(response.content['application/json']?.examples ?? {})
    const bodies = examples.map(example => Object(resolve(Object(example).$ref)).value)

    expect(bodies.length).toBeGreaterThan(0)
    expect([name, ...bodies.map(body => body.statusCode)]).toEqual([
      name,
      ...bodies.map(() => Number.parseInt(name, 10)),
    ])
  }
})

test('the URL of the service can be set', () => {
  expect(openapi({ serverUrl: 'https://mail.example.com' }).servers).toEqual([{ url: 'https://mail.example.com' }])
})
