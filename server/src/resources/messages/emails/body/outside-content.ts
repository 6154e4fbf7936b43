import { timeOf } from '#core/id.ts'

/** A content outside the database. `hash` is the SHA-256 of its bytes, in hexadecimal. */
export type OutsideContent = { environmentId: string; id: string; hash: string }

/** By environment and day, so that no folder or listing gets too long and people can find an object. */
export const objectKey = ({ environmentId, id }: Pick<OutsideContent, 'environmentId' | 'id'>): string =>
  `${environmentId}/${timeOf(id).toISOString().slice(0, 10)}/${id}`

/** Fetches the bytes of a content. */
export type FetchContent = (content: OutsideContent) => Promise<Buffer>
