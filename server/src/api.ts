/** `npm run api`: the HTTP API alone, against DATABASE_URL. */
import { collectDefaultMetrics, Registry } from 'prom-client'
import { systemClock } from './clock.ts'
import { loadConfig, startedByNpm } from './config.ts'
import { buildApp } from './http/app.ts'
import { choosePort, serve } from './http/serve.ts'
import type { Logger } from './log.ts'
import { pager } from './page.ts'
import type { Database } from './postgres/database.ts'
import { readInstanceSecret } from './postgres/instance.ts'
import { isOutage } from './postgres/outage.ts'
import { contactRoutes } from './resources/contacts/routes.ts'
import { creditRoutes } from './resources/credits/routes.ts'
import { domainReader } from './resources/domains/signers.ts'
import { emailRoutes } from './resources/emails/routes.ts'
import { anySender } from './resources/emails/senders.ts'
import { callerIdentifier } from './resources/organizations/identify.ts'
import { requestLimiter } from './resources/rate-limits/limiter.ts'
import { rateLimitRoutes } from './resources/rate-limits/routes.ts'
import { readRateCard } from './resources/rates/read-rate-card.ts'
import { smsArrivals } from './resources/sms/arrivals.ts'
import { smsRoutes } from './resources/sms/routes.ts'
import { suppressionRoutes } from './resources/suppressions/routes.ts'
import { topicRoutes } from './resources/topics/routes.ts'
import { runRole } from './role.ts'
import type { Config } from './settings.ts'
import { smsCallbacks } from './sms-callbacks.ts'
import { readCarrierPlan } from './sms-carriers.ts'
import { compose } from './transports/mime/compose.ts'
import { deriveText } from './transports/mime/derive-text.ts'

export type Api = AsyncDisposable & { url: string }

/** Starts the API on a database that is up to date. */
export async function startApi(settings: Config, database: Database, log: Logger): Promise<Api> {
  // Only a free port must be looked for: whoever knocks while a given one is tried would be cut off.
  const port = settings.port === 0 ? await choosePort(settings) : settings.port
  const config = { ...settings, port }
  const url = publicUrlOf(config)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const parts = { database, db: database.db, clock: systemClock, pager: pager(await readInstanceSecret(database.db)) }
  const monotonicMs = () => performance.now()
  const checkSender =
    settings.senderDomains === 'verified' ? domainReader(database.db, monotonicMs).isVerified : anySender

  const card = readRateCard(settings.rateCard)
  const arrivals = smsArrivals({ ...parts, card, log })

  const app = buildApp({
    handlers: {
      ...emailRoutes({ ...parts, card, compose, deriveText, checkSender }),
      ...smsRoutes({ ...parts, card }),
      ...contactRoutes(parts),
      ...suppressionRoutes(parts),
      ...topicRoutes(parts),
      ...rateLimitRoutes(parts),
      ...creditRoutes(parts),
    },
    identify: callerIdentifier(database.db, monotonicMs),
    countRequest: requestLimiter(database, systemClock),
    isOutage,
    checkReady: async () => void (await database.pool.query('select 1')),
    registry,
    log,
    publicUrl: url,
    callbacks: smsCallbacks(readCarrierPlan(settings), { arrivals, clock: systemClock, publicUrl: url }),
  })
  const served = await serve(app, config)
  return { url, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() }
}

const publicUrlOf = ({ publicUrl, host, port }: Config): string =>
  publicUrl ??
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

if (import.meta.main) {
  await runRole({
    name: 'api',
    loadConfig,
    startedByNpm: startedByNpm(),
    async start(config, database, log) {
      const api = await startApi(config, database, log)
      log.info({ url: api.url }, 'api is listening')
      return api
    },
  })
}
