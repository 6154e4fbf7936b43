import type { Db } from '#postgres/database.ts'
import { weightedCache } from './cache.ts'
import { sourcesOf } from './content.ts'
import { findContents, type VersionKey, versionName } from './store.ts'
import { type PreparedTexts, prepareTexts, type TemplateText } from './template-text.ts'

/** A version that can be filled in. */
export type Published = PreparedTexts & {
  /** The variables that it prints. */
  variables: ReadonlySet<string>
}

export type PublishedKey = VersionKey & { tenant: string }

/** The requested versions, by name. A version that was deleted meanwhile is left out. */
export function publishedReader(
  db: Db,
  text: TemplateText,
): (keys: readonly PublishedKey[]) => Promise<Map<string, Published>> {
  const cache = weightedCache<Published>()

  async function prepare(tenant: string, content: Parameters<typeof sourcesOf>[0]): Promise<Published> {
    const prepared = prepareTexts(sourcesOf(content))
    const found = await text.inspect(tenant, Object.values(prepared.sources))
    return { ...prepared, variables: new Set(found.flatMap(one => ('variables' in one ? one.variables : []))) }
  }

  return async keys => {
    const ready = new Map<string, Published>()
    const absent = new Map<string, PublishedKey>()
    for (const key of keys) {
      const name = versionName(key)
      const published = ready.get(name) ?? cache.get(name)
      if (published) ready.set(name, published)
      else absent.set(name, key)
    }
    if (absent.size === 0) return ready
    for (const { key, content } of await findContents(db, [...absent.values()])) {
      const { subject, html, text: plain } = content
      const name = versionName(key)
      const published = await prepare(absent.get(name)?.tenant ?? '', content)
      cache.set(name, published, subject.length + (html?.length ?? 0) + (plain?.length ?? 0))
      ready.set(name, published)
    }
    return ready
  }
}
