import { type TSchema, Type } from 'typebox'
import { OneOf } from '../scalars.ts'
import { roles } from './permissions.ts'

export const Role = OneOf(roles)
export const Mode = OneOf(['live', 'test'])
export const Password = Type.String({ minLength: 10, maxLength: 128 })
/** One line of visible text. Each character can match in only one way: a second way would make hostile input quadratic. */
export const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\p{C}\\S]*[^\\p{C}\\s][^\\p{C}]*$',
  expected: 'must be one line of 1 to 100 visible characters',
})
export const Token = Type.String({ minLength: 1, maxLength: 200 })

/** A list too short to need pages. */
export const List = <T extends TSchema>(item: T) => Type.Object({ data: Type.Array(item) })
