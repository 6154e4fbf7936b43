/** Where providers and carriers report, from the name in the path to the tables. */
import type { Clock } from '#core/clock.ts'
import type { CallbackReaders } from '#http/callbacks.ts'
import type { Database } from '#postgres/database.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { reportTaker } from '#resources/messages/returns/take.ts'
import { smsArrivals } from '#resources/messages/sms/arrivals.ts'
import { providerCallbacks } from './email/provider-callbacks.ts'
import { sesCallbacks } from './email/ses-callbacks.ts'
import type { Logger } from './log.ts'
import type { CurrentSending } from './sending/current.ts'
import { rebuiltOnChange } from './sending/rebuilt-on-change.ts'
import type { Config } from './settings.ts'
import { smsCallbacks } from './sms/sms-callbacks.ts'
import { readCarrierPlan } from './sms/sms-carriers.ts'

type Parts = {
  database: Database
  clock: Clock
  log: Logger
  card: RateCard
  secret: Buffer
  publicUrl: string
  current: CurrentSending
}

/** Fails when the carriers file cannot be read. */
export function callbackReaders(config: Config, parts: Parts): CallbackReaders {
  const { clock, secret, publicUrl, current } = parts
  const take = reportTaker(parts)
  const arrivals = smsArrivals(parts)
  const ofSes = sesCallbacks({ topics: config.snsTopics, secret, take, clock })
  const ofProviders = providerCallbacks(config, { take, clock })
  const ofCarriers = rebuiltOnChange(current.now, plan =>
    smsCallbacks(readCarrierPlan(plan), { arrivals, clock, publicUrl }),
  )
  ofCarriers()
  return { get: name => ofSes.get(name) ?? ofProviders.get(name) ?? ofCarriers().get(name) }
}
