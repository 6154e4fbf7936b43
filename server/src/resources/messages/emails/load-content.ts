/** What an email says and carries, wherever it is kept. */
import type { Db } from '#postgres/database.ts'
import { unpack } from './body/pack.ts'
import { type Content, findAttachments, findContent } from './content-store.ts'
import type { Draft } from './draft.ts'
import type { EmailKey } from './email-key.ts'
import { findUsed } from './outside/store.ts'
import type { FetchContent } from './outside-content.ts'

export async function loadContent(db: Db, fetchContent: FetchContent, key: EmailKey): Promise<Content | undefined> {
  const found = await findContent(db, key)
  if (!found) return undefined
  const { outside, ...content } = found
  return outside ? { ...content, ...unpack(await fetchContent(outside)) } : content
}

/** An attachment that is outside has no bytes in its row; nor has one that is empty. */
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
