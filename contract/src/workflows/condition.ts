import { Type } from 'typebox'
import { OneOf } from '../scalars.ts'
import { type Operator, operators } from './fields.ts'
import { settings } from './parts.ts'

export type Comparison = { field: string; operator: Operator; value?: string | number | boolean }
export type Condition = Comparison | { all: readonly Condition[] } | { any: readonly Condition[] }

/** A recursive schema refers to itself by its anchor. In the OpenAPI document it is the name of the component. */
const conditions = (description: string) =>
  Type.Optional(
    Type.Array(Type.Unsafe<Condition>({ $ref: '#WorkflowCondition' }), { minItems: 1, maxItems: 50, description }),
  )

export const WorkflowCondition = Type.Unsafe<Condition>({
  ...settings({
    all: conditions('True when all of these conditions are true.'),
    any: conditions('True when any of these conditions is true.'),
    field: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'A field of contact, trigger or steps.<key>, such as contact.first_name, contact.properties.plan or steps.tips.opened. contact.segments contains the ids of the segments that the contact belongs to.',
      }),
    ),
    operator: Type.Optional(
      OneOf(operators, {
        description: 'How to compare. The allowed operators depend on the field. exists and is_empty take no value.',
      }),
    ),
    value: Type.Optional(
      Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()], {
        description: 'The value to compare the field with, of the same type. Dates are a day or a timestamp in UTC.',
      }),
    ),
  }),
  $id: 'WorkflowCondition',
  $anchor: 'WorkflowCondition',
  description: 'A field with an operator, or all, or any. At most 5 levels deep.',
  oneOf: [
    { required: ['all'], maxProperties: 1 },
    { required: ['any'], maxProperties: 1 },
    { required: ['field', 'operator'], not: { anyOf: [{ required: ['all'] }, { required: ['any'] }] } },
  ],
})
