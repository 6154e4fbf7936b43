/** One import: where from, where to, and what is wanted of it. */
import type { OurApi } from './our-api.ts'
import type { Kind, Source } from './source.ts'
import type { Tally } from './tally.ts'

export type Moving = {
  source: Source
  api: OurApi
  tally: Tally
  wants(kind: Kind): boolean
  dryRun: boolean
  /** Templates that are here with another content. */
  replace: boolean
  serviceName: string
  progress(text: string): void
}
