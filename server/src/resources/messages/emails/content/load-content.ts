/** Loads the content and the attachments of an email, wherever they are stored. */
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import type { FetchContent } from '../body/outside-content.ts'
import { unpack } from '../body/pack.ts'
import type { Draft } from '../draft.ts'
import { type FillBroadcasts, noBroadcasts, withFilled } from '../filled.ts'
import { findUsed } from '../outside/store.ts'
import { type Content, findAttachments, findContent } from './content-store.ts'

export type LoadParts = { db: Db; fetchContent: FetchContent; fillBroadcasts?: FillBroadcasts | undefined }

/** Throws a Refusal when the content of its broadcast cannot be filled in. */
export async function loadContent(
  { db, fetchContent, fillBroadcasts = noBroadcasts }: LoadParts,
  key: EmailKey,
): Promise<Content | undefined> {
  const found = await findContent(db, key)
  if (!found) return undefined
  const { outside, ...content } = found
  if (outside) return { ...content, ...unpack(await fetchContent(outside)) }
  const [filled] = await withFilled(fillBroadcasts, [{ environmentId: key.environmentId, content }])
  if (filled instanceof Refusal) throw filled
  return filled
}

/** An attachment outside the database has no bytes in its row, like an empty one. */
export async function loadAttachments(
  db: Db,
  fetchContent: FetchContent,
  key: EmailKey,
): Promise<Draft['attachments'][number][]> {
  const files = await findAttachments(db, key)
  if (files.every(({ content }) => content.length > 0)) return files
  const outside = new Map((await findUsed(db, key)).map(one => [one.nth, one]))
  return Promise.all(
    files.map(async ({ nth, ...file }) => {
      const content = outside.get(nth)
      return content ? { ...file, content: await fetchContent(content) } : file
    }),
  )
}
