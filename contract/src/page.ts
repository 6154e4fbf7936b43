import { type TProperties, type TSchema, Type } from 'typebox'
import { Timestamp } from './scalars.ts'

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many items to return.' }),
  ),
  cursor: Type.Optional(
    Type.String({ description: 'The next_cursor of the previous page. Keep the filters the same.' }),
  ),
}

/** For lists that grow over time, such as messages. */
export const createdFilters = {
  created_after: Type.Optional(Type.String({ ...Timestamp, description: 'Only items created after this time.' })),
  created_before: Type.Optional(Type.String({ ...Timestamp, description: 'Only items created before this time.' })),
}

/** Empty, it would find nothing, or everything. */
export const textFilter = (description: string, maxLength = 256) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }))

/** A page of a list, newest first. `next_cursor` is left out on the last page. */
export const Page = <T extends TSchema>(item: T, id: string) =>
  Type.Object(
    {
      data: Type.Array(item),
      has_more: Type.Boolean({ description: 'Whether another page follows.' }),
      next_cursor: Type.Optional(Type.String({ description: 'The cursor of the next page.' })),
    },
    { $id: id },
  )

export const PageQuery = <P extends TProperties>(filters: P) => Type.Object({ ...pageQuery, ...filters })
