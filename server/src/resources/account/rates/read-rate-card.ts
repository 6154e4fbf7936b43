import { fileURLToPath } from 'node:url'
import { checkJsonFile, readJsonFile } from '#validation/json-file.ts'
import { parseDollars } from './dollars.ts'
import type { RateCard, SmsRate } from './rate-card.ts'
import { RateCardFile, type RateInFile } from './rate-card-file.ts'

const builtIn = fileURLToPath(new URL('./rate-card.json', import.meta.url))

/** The operator's own card, or the one that comes with Posthorn. */
export function readRateCard(path: string | null): RateCard {
  const file = { what: 'The rate card', path: path ?? builtIn }
  const { email, sms } = checkJsonFile(file, RateCardFile, readJsonFile(file))
  const { default: other, about: _, ...byPrefix } = sms
  return {
    email: { credits: email.credits },
    sms: {
      // `as`: the schema's pattern allows nothing else, which the type does not express.
      byPrefix: new Map(
        Object.entries(byPrefix as Record<string, RateInFile>).map(([key, rate]) => [key, toRate(rate)]),
      ),
      default: toRate(other),
    },
  }
}

const toRate = (rate: RateInFile): SmsRate => ({
  creditsPerSegment: rate.credits_per_segment,
  creditsPerMms: rate.credits_per_mms,
  costPerSegment: parseDollars(rate.cost_per_segment),
  costPerMms: parseDollars(rate.cost_per_mms),
})
