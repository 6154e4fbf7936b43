import { Event } from '@posthorn/contract/event-log'
import { formats } from '@posthorn/contract/formats'
import fc from 'fast-check'
import Format from 'typebox/format'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { newId } from '#core/id.ts'
import { toEventBody, toEventText } from './body.ts'

for (const [name, { check }] of Object.entries(formats)) Format.Set(name, check)

const at = new Date('2026-11-15T09:30:01.038Z')
const recorded = (data: object) => ({ id: newId(at), type: 'contact.updated', createdAt: at, sequence: 3, data })
const bytesOf = (body: object) => Buffer.byteLength(JSON.stringify(body))

test('an event body matches the contract, with its data as recorded', () => {
  const event = recorded({ contact_id: 'c', previous: { tags: ['a', null, 1.5] } })

  const body = toEventBody(event)

  expect(Value.Check(Event, body)).toBe(true)
  expect(body).toEqual({
    id: event.id,
    type: 'contact.updated',
    timestamp: '2026-11-15T09:30:01.038Z',
    created_at: '2026-11-15T09:30:01.038Z',
    sequence: 3,
    data: event.data,
  })
})

test('only long strings are shortened', () => {
  const id = newId(at)

  const { data } = toEventBody(
    recorded({ contact_id: id, note: 'ä'.repeat(30_000), list: [{ reply: 'x'.repeat(900) }] }),
  )

  expect(data).toMatchObject({ contact_id: id, list: [{ reply: 'x'.repeat(900) }] })
  const { note } = data as { note: string }
  expect(note).toMatch(/^ä{4000,}…$/)
})

test('a surrogate pair is not cut in half', () => {
  const { data } = toEventBody(recorded({ note: `x${'🦊'.repeat(20_000)}` }))

  expect((data as { note: string }).note).toMatch(/^x(🦊)+…$/u)
})

const anyString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }), fc.nat(6_000)).map(([one, n]) => one.repeat(n)),
)
const many = fc.tuple(anyString, fc.nat(600))
const deep = fc.nat(500).map(depth => JSON.parse(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`))
const anyValue = fc.oneof(
  anyString,
  fc.jsonValue(),
  deep,
  many.map(([text, n]) => Array(n).fill(text.slice(0, 300))),
  many.map(([text, n]) => Object.fromEntries(Array.from({ length: n }, (_, nth) => [text.slice(0, 50) + nth, nth]))),
)
const anyData = fc.dictionary(anyString, anyValue, { maxKeys: 8 })

test('the body is JSON under 20,000 bytes for any recorded data', () => {
  fc.assert(
    fc.property(anyData, data => {
      const event = recorded(data)
      const body = toEventBody(event)

      expect(bytesOf(body)).toBeLessThan(20_000)
      const whole = bytesOf({ ...body, data }) < 20_000
      if (whole) expect(JSON.stringify(body.data)).toBe(JSON.stringify(data))
      expect(toEventText(event)).toBe(JSON.stringify(body))
    }),
    { numRuns: 30 },
  )
})
