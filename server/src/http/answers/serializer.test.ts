import { allOperations } from '@posthorn/contract/all-operations'
import { allConsoleOperations } from '@posthorn/contract/console/all-operations'
import { Type } from 'typebox'
import { expect, test, vi } from 'vitest'
import { forSerializer } from '#validation/schema-ids.ts'
import { serializerFor } from './serializer.ts'

const nothing = {}
const cannotBeBuilt = /schema|\$ref|\$id/i

/** Whoever asks for it first must not be the one who finds out. An answer without its fields is refused, but not for the schema. */
function faultOf(schema: Parameters<typeof forSerializer>[0]): string | undefined {
  try {
    serializerFor(forSerializer(schema))(nothing)
    return undefined
  } catch (error) {
    return String(error)
  }
}

test('every answer has a schema of which a serializer can be built', () => {
  const broken = [...allOperations, ...allConsoleOperations]
    .filter(({ media }) => !media)
    .map(({ id, reply }) => ({ id, fault: faultOf(reply) }))
    .filter(({ fault }) => fault && cannotBeBuilt.test(fault))

  expect(broken).toEqual([])
  expect(faultOf(Type.Object({ of: Type.Ref('nowhere') }))).toMatch(cannotBeBuilt)
})

test('a choice with one of our formats is written without a warning in the log', () => {
  using warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const number = Type.Object({ number: Type.Union([Type.String({ format: 'phone' }), Type.Null()]) })
  const write = serializerFor(forSerializer(Type.Union([number, Type.Object({ code: Type.String() })])))

  expect(write({ number: '+14155552671' })).toBe('{"number":"+14155552671"}')
  // What is stored is told, whatever the format says of it by now.
  expect(write({ number: 'Acme' })).toBe('{"number":"Acme"}')
  expect(warn).not.toHaveBeenCalled()
})
