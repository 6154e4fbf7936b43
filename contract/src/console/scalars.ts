import { type TSchema, Type } from 'typebox'
import { OneOf } from '../scalars.ts'
import { roles } from './permissions.ts'

export const Role = OneOf(roles)
export const Mode = OneOf(['live', 'test'])
export const Password = Type.String({ minLength: 10, maxLength: 128 })
export const Token = Type.String({ minLength: 1, maxLength: 200 })

/** A list too short to need pages. */
export const List = <T extends TSchema>(item: T) => Type.Object({ data: Type.Array(item) })
