import { hash } from 'node:crypto'
import { allOperations, operations } from '@posthorn/contract/all-operations'
import type { Operation } from '@posthorn/contract/operation'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readIdempotency } from './idempotency-key.ts'

const requestWith = (keys: string[], params: Record<string, string> = {}, bodyBytes = 1): FastifyRequest => {
  const raw = { rawHeaders: keys.flatMap(key => ['Idempotency-Key', key]) }
  const read = { headers: { 'idempotency-key': keys.join(', ') }, raw, params, bodyBytes }
  return read as unknown as FastifyRequest // as: the only parts that are read
}
const hashOf = async (operation: Operation, params: Record<string, string>, text = 'x') =>
  (await readIdempotency(operation, requestWith(['k'], params, text.length), { text }))?.requestHash.toString('hex')

const paramsOf = ({ path }: Operation) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
const withKey = allOperations.filter(({ idempotent }) => idempotent)
const withParams = withKey.filter(operation => paramsOf(operation).length > 0)

test.each(withParams.map(operation => [operation.id, operation] as const))(
  '%s with one key and body but another path is another request',
  async (_id, operation) => {
    const params = Object.fromEntries(paramsOf(operation).map(name => [name, 'a']))

    for (const text of ['x', 'x'.repeat(300_000)]) {
      const first = await hashOf(operation, params, text)
      expect(await hashOf(operation, { ...params }, text)).toBe(first)
      for (const name of paramsOf(operation))
        expect(await hashOf(operation, { ...params, [name]: 'b' }, text), name).not.toBe(first)
    }
  },
)

test('without path parameters only the body counts, so stored keys stay valid', async () => {
  for (const operation of withKey.filter(one => paramsOf(one).length === 0))
    expect(await hashOf(operation, {}), operation.id).toBe(hash('sha256', '{"text":"x"}', 'hex'))
})

test('several keys are refused, and a key with a comma is one key', async () => {
  const { createContact } = operations

  expect(await readIdempotency(createContact, requestWith(['a, b']), {})).toMatchObject({ key: 'a, b' })
  for (const keys of [
    ['a', 'b'],
    ['a', 'a'],
  ])
    expect(() => readIdempotency(createContact, requestWith(keys), {})).toThrow('Send one Idempotency-Key')
})
