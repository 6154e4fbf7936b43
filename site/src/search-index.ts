/** The search needs no server: its index is made here and read by assets/site.js. */
import MiniSearch from 'minisearch'
import type { Section } from './sections.ts'

/** The same options must be given where the index is read. */
const searchOptions = { fields: ['heading', 'page', 'text'], storeFields: ['address', 'page', 'heading'] }

export function searchIndex(sections: readonly Section[]): string {
  const search = new MiniSearch<Section & { id: number }>(searchOptions)
  search.addAll(sections.map((section, id) => ({ ...section, id })))
  return JSON.stringify({ options: searchOptions, index: search })
}
