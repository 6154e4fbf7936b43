import { Type } from 'typebox'
import { OneOf } from '../scalars.ts'
import { type Operator, operators } from './fields.ts'
import { settings } from './parts.ts'

export type Comparison = { field: string; operator: Operator; value?: string | number | boolean }
export type Condition = Comparison | { all: readonly Condition[] } | { any: readonly Condition[] }

/** An anchor is how a schema speaks of itself; in the OpenAPI document it is the name of the component. */
const conditions = (description: string) =>
  Type.Optional(
    Type.Array(Type.Unsafe<Condition>({ $ref: '#WorkflowCondition' }), { minItems: 1, maxItems: 50, description }),
  )

export const WorkflowCondition = Type.Unsafe<Condition>({
  ...settings({
    all: conditions('Met when all of these are.'),
    any: conditions('Met when any of these is.'),
    field: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'contact.…, trigger.… or steps.<key>.…, such as contact.first_name, contact.properties.plan or steps.tips.opened. contact.segments contains the id of a segment for whoever belongs to it.',
      }),
    ),
    operator: Type.Optional(
      OneOf(operators, { description: 'Which of them fit depends on the field. exists and is_empty take no value.' }),
    ),
    value: Type.Optional(
      Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()], {
        description: 'What the field is compared with; of its kind. A moment is a date or a timestamp in UTC.',
      }),
    ),
  }),
  $id: 'WorkflowCondition',
  $anchor: 'WorkflowCondition',
  description: 'Either a field with its operator, or all, or any. At most 5 inside of each other.',
  oneOf: [
    { required: ['all'], maxProperties: 1 },
    { required: ['any'], maxProperties: 1 },
    { required: ['field', 'operator'], not: { anyOf: [{ required: ['all'] }, { required: ['any'] }] } },
  ],
})
