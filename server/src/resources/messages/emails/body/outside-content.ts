import { timeOf } from '#core/id.ts'

/** A content that is kept outside of the database. `hash` is the SHA-256 of its bytes, in hexadecimal. */
export type OutsideContent = { environmentId: string; id: string; hash: string }

/** By environment and day: neither a folder nor a page of a listing becomes too long, and a person can find something. */
export const objectKey = ({ environmentId, id }: Pick<OutsideContent, 'environmentId' | 'id'>): string =>
  `${environmentId}/${timeOf(id).toISOString().slice(0, 10)}/${id}`

/** Gives the bytes of a content. */
export type FetchContent = (content: OutsideContent) => Promise<Buffer>
