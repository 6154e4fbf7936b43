/** Shared parts of the step and trigger schemas. */
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { OneOf } from '../scalars.ts'
import { workflowFormats } from './formats.ts'
import { weekdays } from './words.ts'

/** Unknown fields are refused, because they would have no effect. */
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
  description: 'The name of the time zone, such as Europe/Berlin or UTC.',
})

const amount = (unit: string) => Type.Number({ description: `The number of ${unit}. Can be a fraction such as 0.5.` })
export const lengths = {
  seconds: amount('seconds'),
  minutes: amount('minutes'),
  hours: amount('hours'),
  days: amount('days of 24 hours'),
  duration: formed('duration', 'An ISO 8601 duration of weeks, days, hours, minutes and seconds, such as P3DT2H.'),
}

export const WorkflowDuration = exactlyOne(lengths, {
  $id: 'WorkflowDuration',
  description: 'A duration in exactly one of these units. At least a second, at most 366 days.',
})
export type WorkflowDuration = Static<typeof WorkflowDuration>

export const TimeOfDay = settings(
  {
    time: formed('time-of-day', 'The local time in the time zone, as HH:MM.'),
    timezone,
    weekdays: Type.Optional(
      Type.Array(OneOf(weekdays), { minItems: 1, maxItems: 7, description: 'Only on these days. Default: any day.' }),
    ),
  },
  { description: 'Waits until this local time in the time zone.' },
)
export type TimeOfDay = Static<typeof TimeOfDay>
