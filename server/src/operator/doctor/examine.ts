/** Runs all checks in parallel and reports them by importance. Checks that cannot run, such as those of an unreachable database, are left out. */
import type { Clock } from '#core/clock.ts'
import { Fatal } from '#core/fatal.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { openLocations } from '#resources/messages/engagement/location.ts'
import { readDeliveryFile } from '#setup/email/delivery-file.ts'
import { readSendingOf } from '#setup/sending/open.ts'
import type { Config } from '#setup/settings.ts'
import { readGroupsFile } from '#setup/sign-in-provider/groups-file.ts'
import { openInstance } from '../instance/open.ts'
import { checkApi } from './api.ts'
import { checkBodies } from './bodies.ts'
import { type Check, error, guarded, ok } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkDisk } from './disk.ts'
import { checkDns } from './dns.ts'
import { checkEmailTransports } from './email-transports.ts'
import { checkSecretFiles } from './secret-files.ts'
import { checkSmsCarriers } from './sms-carriers.ts'
import { checkSubmission } from './submission.ts'

const oldestNode = 24

export async function examine({ loadConfig, clock }: { loadConfig(): Config; clock: Clock }): Promise<Check[]> {
  const { check, config } = await readSettings(loadConfig)
  const found = await Promise.all([
    [check, checkNode(process.versions.node)],
    ...(config ? examineInstance(config, clock) : []),
    guarded('dns', () => checkDns(config?.dnsServers ?? null)),
    ...(config ? examineTransports(config, clock) : []),
  ])
  return found.flat()
}

const examineInstance = (config: Config, clock: Clock): Promise<Check[]>[] => [
  guarded('database', () => checkDatabase(config, clock)),
  guarded('api', () => checkApi(config)),
  guarded('disk', () => checkDisk(config.dataDir)),
  guarded('secret_files', () => checkSecretFiles(config.dataDir)),
]

function examineTransports(config: Config, clock: Clock): Promise<Check[]>[] {
  const sending = sendingOf(config)
  return [
    guarded('email_transport', async () => checkEmailTransports(await sending)),
    guarded('sms_carrier', async () => checkSmsCarriers(await sending)),
    guarded('bodies', () => checkBodies(config)),
    guarded('smtp_submission', () => checkSubmission(config, clock())),
  ]
}

/** The settings with what was saved in the dashboard; only the settings when the database is unreachable, which another check reports. */
async function sendingOf(config: Config): Promise<Config> {
  const opened = await openInstance(config).catch(() => undefined)
  if (!opened) return config
  await using database = opened
  return await readSendingOf(config, database)
}

async function readSettings(loadConfig: () => Config): Promise<{ check: Check; config?: Config }> {
  let config: Config | undefined
  try {
    config = loadConfig()
    await readFiles(config)
    return { config, check: ok('settings', 'All settings are valid.') }
  } catch (cause) {
    if (!(cause instanceof Fatal)) throw cause
    const advice = 'Correct it in the environment or in .env (see docs/settings.md), then run the doctor again.'
    return { check: error('settings', cause.message, advice), ...(config && { config }) }
  }
}

/** Reads the files named in the settings, as the start does. */
async function readFiles({ rateCard, deliveryFile, geoipFile, oidcIssuer, oidcGroupsFile }: Config): Promise<void> {
  readRateCard(rateCard)
  if (deliveryFile !== null) readDeliveryFile(deliveryFile)
  if (oidcIssuer !== null && oidcGroupsFile !== null) readGroupsFile(oidcGroupsFile)
  await openLocations(geoipFile)
}

export function checkNode(version: string): Check {
  return Number.parseInt(version, 10) >= oldestNode
    ? ok('node', `Version ${version}.`)
    : error('node', `Version ${version} is too old.`, `Use npm run, which brings its own Node, or Node ${oldestNode}.`)
}
