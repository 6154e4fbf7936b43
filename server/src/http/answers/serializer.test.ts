import { allOperations } from '@posthorn/contract/all-operations'
import { allConsoleOperations } from '@posthorn/contract/console/all-operations'
import { Type } from 'typebox'
import { expect, test, vi } from 'vitest'
import { forSerializer } from '#validation/schema-ids.ts'
import { serializerFor } from './serializer.ts'

const nothing = {}
const cannotBeBuilt = /schema|\$ref|\$id/i

/** A broken schema must not show up at the first request. An empty answer is refused too, but not because of the schema. */
function faultOf(schema: Parameters<typeof forSerializer>[0]): string | undefined {
  try {
    serializerFor(forSerializer(schema))(nothing)
    return undefined
  } catch (error) {
    return String(error)
  }
}

test('every answer has a schema that a serializer can be built from', () => {
  const broken = [...allOperations, ...allConsoleOperations]
    .filter(({ media }) => !media)
    .map(({ id, reply }) => ({ id, fault: faultOf(reply) }))
    .filter(({ fault }) => fault && cannotBeBuilt.test(fault))

  expect(broken).toEqual([])
  expect(faultOf(Type.Object({ of: Type.Ref('nowhere') }))).toMatch(cannotBeBuilt)
})

test('a union with one of our formats is serialized without a warning in the log', () => {
  using warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const number = Type.Object({ number: Type.Union([Type.String({ format: 'phone' }), Type.Null()]) })
  const write = serializerFor(forSerializer(Type.Union([number, Type.Object({ code: Type.String() })])))

  expect(write({ number: '+14155552671' })).toBe('{"number":"+14155552671"}')
  // Stored values are returned even when they no longer match the format.
  expect(write({ number: 'Acme' })).toBe('{"number":"Acme"}')
  expect(warn).not.toHaveBeenCalled()
})
