import type { Db } from '#postgres/database.ts'
import { compiledCache } from './cache.ts'
import { compile } from './content.ts'
import type { Compiled } from './render.ts'
import { findContents, type VersionKey, versionName } from './store.ts'

/** The versions that are asked for, by name and ready to be filled in. One that is gone meanwhile is missing. */
export function publishedReader(db: Db): (keys: readonly VersionKey[]) => Promise<Map<string, Compiled>> {
  const cache = compiledCache()
  return async keys => {
    const ready = new Map<string, Compiled>()
    const absent = new Map<string, VersionKey>()
    for (const key of keys) {
      const name = versionName(key)
      const compiled = ready.get(name) ?? cache.get(name)
      if (compiled) ready.set(name, compiled)
      else absent.set(name, key)
    }
    if (absent.size === 0) return ready
    for (const { key, content } of await findContents(db, [...absent.values()])) {
      const { subject, html, text } = content
      const compiled = compile(content)
      cache.set(versionName(key), compiled, subject.length + (html?.length ?? 0) + (text?.length ?? 0))
      ready.set(versionName(key), compiled)
    }
    return ready
  }
}
