/** Objects with several forms: faults are about the intended form. */
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { compileCheck } from './check.ts'
import { withoutIds } from './schema-ids.ts'
import { findUnknownFields } from './unknown-fields.ts'

const closed = { additionalProperties: false }
const text = Type.Optional(Type.String())
const span = Type.Object(
  { days: Type.Optional(Type.Number()), hours: Type.Optional(Type.Number()), from: text, to: text },
  { ...closed, oneOf: [{ required: ['days'] }, { required: ['hours'] }, { required: ['from', 'to'] }] },
)
const word = Type.Object({ word: Type.Unsafe({ type: 'string', enum: ['monday', 'tuesday'] }) })
const day = Type.Object({ day: Type.Union([Type.Literal('monday'), Type.Literal('tuesday'), Type.Literal(7)]) })
const event = Type.Object({
  event: Type.Union([word.properties.word, Type.String({ format: 'custom-event' }), Type.Array(Type.String())]),
})
const step = Type.Unsafe({
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: [Type.Object({ type: Type.Literal('delay'), config: span }), Type.Object({ type: Type.Literal('exit') })],
})

test.each([
  [span, {}, 'It', 'needs exactly one of days, hours and from with to'],
  [span, { days: 1, hours: 1 }, 'It', 'needs exactly one of days, hours and from with to'],
  [span, { from: 'a' }, 'to', 'is required'],
  [span, { day: 1 }, 'day', 'is not a field; did you mean days?'],
  [span, 'a day', 'It', 'must be an object'],
  [span, { days: '1' }, 'days', 'must be a number'],
  [word, { word: 'munday' }, 'word', 'must be one of monday, tuesday; did you mean monday?'],
  [day, { day: 'zork' }, 'day', 'must be one of monday, tuesday, 7'],
  [day, { day: 'munday' }, 'day', 'must be one of monday, tuesday, 7; did you mean monday?'],
  [day, { day: true }, 'day', 'must be one of monday, tuesday, 7'],
  [event, { event: 'munday' }, 'event', 'must be one of monday, tuesday; did you mean monday?'],
  [
    event,
    { event: 'order.paid' },
    'event',
    'must be one of monday, tuesday, or an event of your own such as custom.order.paid: words of small letters, digits and underscores',
  ],
  [step, { type: 'dely' }, 'type', 'must be one of delay, exit; did you mean delay?'],
  [step, { type: 'delay', config: { hours: '1' } }, 'config.hours', 'must be a number'],
])('%#: %j', (schema, value, path, message) => {
  expect(compileCheck(schema, 'It')(value, 0)).toEqual([{ path, message }])
})

test('an object is checked against the fields of the form that it names', () => {
  const slips = (value: unknown) => findUnknownFields(step, value).faults.map(({ path }) => path)

  expect(slips({ type: 'delay', confg: {} })).toEqual(['confg'])
  expect(slips({ type: 'exit', confg: {} })).toEqual([])
  expect(slips({ typ: 'exit' })).toEqual(['typ'])
})

test('a union that accepts anything stays only as documentation', () => {
  const field = Type.Object({ any: Type.Unsafe({ anyOf: [span, { description: 'Any JSON.' }], description: 'It.' }) })

  expect(withoutIds(field)).toMatchObject({ properties: { any: { description: 'It.' } } })
  expect(JSON.stringify(withoutIds(field))).not.toContain('anyOf')
})
