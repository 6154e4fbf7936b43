/** What the schemas of steps and triggers are made of. */
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { OneOf } from '../scalars.ts'
import { workflowFormats } from './formats.ts'
import { weekdays } from './words.ts'

/** A field that has no effect would be a promise not kept, so settings have no others. */
export const settings = <P extends TProperties, O extends object>(properties: P, options?: O) =>
  Type.Object(properties, { additionalProperties: false, ...options })

type OneOfThem<P extends TProperties> = { [K in keyof P]: { [One in K]: Static<P[K]> } }[keyof P]

export const exactlyOne = <P extends TProperties>(properties: P, options: object) =>
  Type.Unsafe<OneOfThem<P>>({
    ...settings(Type.Partial(Type.Object(properties)).properties, options),
    oneOf: Object.keys(properties).map(name => ({ required: [name] })),
  })

/** One of several objects, told apart by their `type`. */
export const byType = <T extends readonly TSchema[]>(oneOf: T, options: object) =>
  Type.Unsafe<Static<T[number]>>({ type: 'object', oneOf, discriminator: { propertyName: 'type' }, ...options })

export const formed = (format: keyof typeof workflowFormats, description: string) =>
  Type.String({ format, pattern: workflowFormats[format].pattern, description })

export const topicId = (description: string) => Type.String({ description })
/** The key of another step. */
export const stepKey = (description: string) => Type.String({ minLength: 1, maxLength: 64, description })
export const timezone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'By name, such as Europe/Berlin or UTC.',
})

const amount = (unit: string) => Type.Number({ description: `So many ${unit}; half of one is 0.5.` })
export const lengths = {
  seconds: amount('seconds'),
  minutes: amount('minutes'),
  hours: amount('hours'),
  days: amount('days of 24 hours'),
  duration: formed('duration', 'ISO 8601, of weeks, days, hours, minutes and seconds, such as P3DT2H.'),
}

export const WorkflowDuration = exactlyOne(lengths, {
  $id: 'WorkflowDuration',
  description: 'How long something lasts, in one of these units: at least a second, at most 366 days.',
})
export type WorkflowDuration = Static<typeof WorkflowDuration>

export const TimeOfDay = settings(
  {
    time: formed('time-of-day', 'HH:MM, by a clock in the time zone.'),
    timezone,
    weekdays: Type.Optional(
      Type.Array(OneOf(weekdays), { minItems: 1, maxItems: 7, description: 'Only on these; any day unless given.' }),
    ),
  },
  { description: 'Until a clock in the time zone shows this time.' },
)
export type TimeOfDay = Static<typeof TimeOfDay>
