import type { Clock } from '#core/clock.ts'
import { fatal } from '#core/fatal.ts'
import { wake } from '#engine/wake.ts'
import type { Database, Db, Tx } from '#postgres/database.ts'
import { type Decision, endHold, findRestoredCopy, type RestoredCopy } from '#postgres/restored-copy.ts'
import { countOpenDeliveries, failRestoredDeliveries } from '#resources/automation/webhooks/open-at-backup.ts'
import {
  countOpenRuns,
  countOpenSchedules,
  decideRuns,
  skipRestoredSchedules,
} from '#resources/automation/workflows/open-at-backup.ts'
import { countOpenBroadcasts, decideBroadcasts } from '#resources/messages/broadcasts/open-at-backup.ts'
import { releaseScheduled } from '#resources/messages/emails/later/release.ts'
import { countOpenEmails, decideEmails } from '#resources/messages/emails/restored/open-at-backup.ts'
import { countOpenFallbacks, decideFallbacks } from '#resources/messages/fallbacks/open-at-backup.ts'
import { releaseScheduledSms } from '#resources/messages/sms/later/release.ts'
import { countOpenSms, decideSms } from '#resources/messages/sms/restored/open-at-backup.ts'
import { openInstance } from '../../instance/open.ts'
import { type Answer, defineCommand, invocation } from '../command.ts'
import { shortTime } from '../table.ts'

export const resume = defineCommand({
  name: 'resume',
  summary: 'Lets a restored copy send, after you decide about work that was open in the backup',
  example: 'resume --open give-up',
  options: {
    open: {
      value: '<what>',
      summary: 'For work that was open in the backup and may have been sent since',
      choices: ['send', 'give-up'],
    },
  },
  async run({ open: decision }, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const copy = await findRestoredCopy(database.db)
    if (!copy) return { json: { holding: false, open: null }, text: 'Nothing is held: this is not a restored copy.\n' }
    if (!copy.complete) throw fatal('The restore did not finish. Restore into a new database.')
    // Scheduled messages that became due since count as open as well.
    await releaseScheduled(database, clock)
    await releaseScheduledSms(database)
    const open = await countOpen(database.db, copy)
    if (!decision && Object.values(open).some(count => count > 0)) return toChoose(copy, open)
    await decide(database, copy, decision ?? 'send', clock)
    await database.transaction(releaseHold)
    return { json: { holding: false, open, decision: decision ?? null }, text: told(open, decision) }
  },
})

/** Ends the hold and wakes the workers, so that they do not wait for their next poll. */
async function releaseHold(tx: Tx): Promise<void> {
  await endHold(tx)
  for (const table of [
    'deliveries',
    'sms_progress',
    'sms_callback_queues',
    'email_fallbacks',
    'broadcasts',
    'webhooks',
    'workflow_runs',
    'jobs',
  ])
    await wake(tx, table)
}

/** The count of each kind. */
type Open = Record<
  'emails' | 'sms' | 'fallbacks' | 'broadcasts' | 'webhook_deliveries' | 'workflow_runs' | 'workflow_schedules',
  number
>

const countOpen = async (db: Db, copy: RestoredCopy): Promise<Open> => ({
  emails: await countOpenEmails(db),
  sms: await countOpenSms(db),
  fallbacks: await countOpenFallbacks(db),
  broadcasts: await countOpenBroadcasts(db),
  webhook_deliveries: await countOpenDeliveries(db, copy),
  workflow_runs: await countOpenRuns(db),
  workflow_schedules: await countOpenSchedules(db),
})

/** In this order because deciding a later kind can create work of an earlier one, such as webhook deliveries. */
async function decide(database: Database, copy: RestoredCopy, decision: Decision, clock: Clock): Promise<void> {
  if (decision === 'give-up') {
    await failRestoredDeliveries(database, copy, clock())
    await skipRestoredSchedules(database)
  }
  await decideRuns(database, decision, clock())
  await decideBroadcasts(database, decision, clock())
  await decideSms(database, decision, clock())
  // Before the emails: giving up an email would release its fallback at once.
  await decideFallbacks(database, decision)
  await decideEmails(database, decision, clock())
}

const wordsOf: Record<keyof Open, readonly [one: string, many: string]> = {
  emails: ['email', 'emails'],
  sms: ['text message', 'text messages'],
  fallbacks: ['text message waiting for its email', 'text messages waiting for their emails'],
  broadcasts: ['broadcast', 'broadcasts'],
  webhook_deliveries: ['event for a webhook', 'events for webhooks'],
  workflow_runs: ['run of a workflow', 'runs of workflows'],
  workflow_schedules: ['schedule of a workflow', 'schedules of workflows'],
}

function listed(open: Open): string {
  // `as`: a record of its own keys.
  const kinds = (Object.keys(wordsOf) as (keyof Open)[]).filter(kind => open[kind] > 0)
  const parts = kinds.map(kind => `${open[kind].toLocaleString('en')} ${wordsOf[kind][open[kind] === 1 ? 0 : 1]}`)
  return new Intl.ListFormat('en').format(parts)
}

const toChoose = (copy: RestoredCopy, open: Open): Answer => ({
  json: { holding: true, taken_at: copy.takenAt.toISOString(), open },
  failed: true,
  text: `
  Open when the backup was made, at ${shortTime(copy.takenAt)} UTC, and possibly sent since:
  ${listed(open)}.

  Stop the Posthorn that the backup is from, or both will send. Then choose:

    ${invocation} resume --open send       Sends them all. Some may arrive twice; emails and text messages are marked as possible duplicates.
    ${invocation} resume --open give-up    Marks them as failed, with the reason. Messages accepted since then are sent.

  Nothing is sent until then.

`,
})

function told(open: Open, decision: Decision | undefined): string {
  if (!decision) return 'Nothing was open when the backup was made. Sending continues.\n'
  const what = decision === 'send' ? 'Released, as possible duplicates' : 'Given up'
  return `${what}: ${listed(open) || 'nothing'}. Sending continues.\n`
}
