import { type TSchema, Type } from 'typebox'
import { OneOf } from '../scalars.ts'
import { roles } from './permissions.ts'

export const Role = OneOf(roles)
export const Mode = OneOf(['live', 'test'])
export const Password = Type.String({ minLength: 10, maxLength: 128 })
/** One line that people read. One way to match each character: on hostile input a second one would make it quadratic. */
export const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\p{C}\\S]*[^\\p{C}\\s][^\\p{C}]*$' })
export const Token = Type.String({ minLength: 1, maxLength: 200 })

/** A list that is never long enough to be cut into pages. */
export const List = <T extends TSchema>(item: T) => Type.Object({ data: Type.Array(item) })
