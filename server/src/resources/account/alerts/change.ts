import type { AlertRule } from '@posthorn/contract/console/alerts'
import { type AddressPolicy, refusedAddress } from '#core/public-address.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Sealer } from '#core/seal.ts'
import type { Tx } from '#postgres/database.ts'
import { readMembers } from '#resources/account/members/change.ts'
import { queueMessages } from './check.ts'
import { countTestsSince } from './message-store.ts'
import { withRules } from './rules.ts'
import { slackPlace } from './slack-place.ts'
import { type AlertSettings, lockSettings, saveSettings } from './store.ts'
import { testMessage } from './words.ts'

type Place = { environmentId: string; organizationId: string; mode: 'live' | 'test' }

export type AlertChange = {
  rules?: readonly AlertRule[] | undefined
  mail_to?: readonly string[] | undefined
  slack_url?: string | null | undefined
}

const none: AlertSettings = { rules: {}, mailTo: [], slack: null, slackHint: null }

/** Nothing real happens in a test environment, so it has no alerts. */
function refuseTest({ mode }: Place): void {
  if (mode === 'test')
    throw new Refusal('invalid_state', { message: 'Alerts are about live messages. Switch to live.' })
}

export async function setAlerts(
  tx: Tx,
  place: Place,
  { sealer, addresses }: { sealer: Sealer; addresses: AddressPolicy },
  asked: AlertChange,
): Promise<void> {
  refuseTest(place)
  const { environmentId, organizationId } = place
  const before = (await lockSettings(tx, environmentId)) ?? none
  if (asked.mail_to) await checkMembers(tx, organizationId, asked.mail_to)
  const { slack_url } = asked
  if (slack_url) checkSlack(slack_url, addresses)
  await saveSettings(tx, environmentId, {
    ...before,
    ...(asked.rules && { rules: withRules(before.rules, asked.rules) }),
    ...(asked.mail_to && { mailTo: [...new Set(asked.mail_to)] }),
    ...(slack_url === null && { slack: null, slackHint: null }),
    ...(slack_url && {
      slack: sealer.seal(slackPlace(environmentId), Buffer.from(slack_url)),
      slackHint: hintOf(slack_url),
    }),
  })
}

/** Only the end of the URL is shown: with all of it, anyone can post to the channel. */
const hintOf = (url: string): string => `${new URL(url).host}/…${url.slice(-4)}`

function checkSlack(url: string, addresses: AddressPolicy): void {
  const fault = refusedAddress(url, addresses)
  if (fault) throw invalid({ path: 'slack_url', message: fault })
}

async function checkMembers(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  const members = new Set((await readMembers(tx, organizationId)).map(({ id }) => id))
  const stranger = ids.findIndex(id => !members.has(id))
  if (stranger >= 0) throw invalid({ path: `mail_to.${stranger}`, message: 'must be a member of the organization' })
}

/** The limit keeps tests from being used to spam people. */
const testsPerMinute = 3

export async function sendTestAlert(tx: Tx, place: Place, publicUrl: string, now: Date): Promise<number> {
  refuseTest(place)
  const { environmentId } = place
  const settings = (await lockSettings(tx, environmentId)) ?? none
  if ((await countTestsSince(tx, environmentId, new Date(now.getTime() - 60_000))) >= testsPerMinute)
    throw new Refusal('rate_limit_exceeded', {
      message: 'At most three tests per minute. Try again in a minute.',
      retryAfterSeconds: 60,
    })
  const queued = await queueMessages(tx, environmentId, settings, [testMessage(publicUrl)], { isTest: true, now })
  if (queued === 0)
    throw new Refusal('invalid_state', { message: 'No one gets alerts yet. Choose members, or set up Slack.' })
  return queued
}
