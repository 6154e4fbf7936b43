/** The routes of text messages, in a process that may call its own machine. */
import type { Database } from '#postgres/database.ts'
import { systemClock } from '../src/core/clock.ts'
import { pager } from '../src/core/page.ts'
import { sealer } from '../src/core/seal.ts'
import type { RateCard } from '../src/resources/account/rates/rate-card.ts'
import { callbackSecrets as secretsOf } from '../src/resources/messages/sms/callbacks/callback.ts'
import { smsRoutes } from '../src/resources/messages/sms/routes.ts'
import { always } from '../src/setup/reachable.ts'

export const callbackSecrets = secretsOf(sealer(Buffer.alloc(32, 1)))

export const routesOf = (database: Database, card: RateCard, clock = systemClock) =>
  smsRoutes({
    ...{ database, reads: database.db, clock, pager: pager(Buffer.alloc(32, 7)), card },
    ...{ callbackSecrets, addresses: always('loopback') },
  })
