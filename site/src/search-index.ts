/** The search needs no server: the index is built here and read by assets/site.js. */
import MiniSearch from 'minisearch'
import type { Section } from './sections.ts'

/** The same options are needed to read the index. */
const searchOptions = { fields: ['heading', 'page', 'text'], storeFields: ['address', 'page', 'heading'] }

export function searchIndex(sections: readonly Section[]): string {
  const search = new MiniSearch<Section & { id: number }>(searchOptions)
  search.addAll(sections.map((section, id) => ({ ...section, id })))
  return JSON.stringify({ options: searchOptions, index: search })
}
