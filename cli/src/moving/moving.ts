/** One import: its source, its target and its options. */
import type { OurApi } from './our-api.ts'
import type { Kind, Source } from './source.ts'
import type { Tally } from './tally.ts'

export type Moving = {
  source: Source
  api: OurApi
  tally: Tally
  wants(kind: Kind): boolean
  dryRun: boolean
  /** Replace existing templates that have different content. */
  replace: boolean
  serviceName: string
  progress(text: string): void
}
