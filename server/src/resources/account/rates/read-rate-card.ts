import { fileURLToPath } from 'node:url'
import { readJsonFile } from '#core/json-file.ts'
import { readCard } from './check-rate-card.ts'
import type { RateCard } from './rate-card.ts'

const builtIn = fileURLToPath(new URL('./rate-card.json', import.meta.url))

/** The operator's own card, or the one that comes with Posthorn. */
export const readRateCard = (path: string | null): RateCard => readJsonFile('The rate card', path ?? builtIn, readCard)
