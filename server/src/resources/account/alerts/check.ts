/** Checks one environment. New, continuing and ended alerts are recorded in one transaction with their messages. */
import { newId } from '#core/id.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { decide, type Found, type OpenAlert } from './alert.ts'
import { readFacts } from './facts.ts'
import { foundIn } from './found.ts'
import { checkAlertsJob, sendAlertJob } from './jobs.ts'
import { insertMessages, type NewMessage } from './message-store.ts'
import { rulesOf, wantedOf } from './rules.ts'
import {
  type AlertSettings,
  deleteOldAlerts,
  endAlerts,
  findOpenAlerts,
  findOrganizationOf,
  insertAlert,
  listWatched,
  lockSettings,
  updateSeen,
} from './store.ts'
import { type Message, messageOf, type Turn } from './words.ts'

const keptMs = 30 * 86_400_000

/** Each environment has its own job, so that a slow or failing one does not delay the others. */
export async function watchAlerts(database: Database): Promise<void> {
  const environments = await listWatched(database.db)
  await database.transaction(tx =>
    enqueue(
      tx,
      environments.map(environmentId => checkAlertsJob({ environmentId })),
    ),
  )
}

type ChangedAlert = { turn: Turn; alert: Found & { id: string; since: Date } }

export async function checkAlerts(tx: Tx, environmentId: string, publicUrl: string, now: Date): Promise<void> {
  const organizationId = await findOrganizationOf(tx, environmentId)
  const settings = await lockSettings(tx, environmentId)
  if (!organizationId || !settings) return
  const rules = rulesOf(settings.rules)
  const found = foundIn(await readFacts(tx, { environmentId, organizationId }, now), rules)
  const decision = decide(await findOpenAlerts(tx, environmentId), found, wantedOf(rules), now)

  const fired = decision.fired.map(one => ({ ...one, id: newId(now), since: now }))
  for (const one of fired) await insertAlert(tx, environmentId, one.id, one, now)
  for (const { told, ...one } of decision.seen)
    await updateSeen(tx, environmentId, { ...one, toldAt: told ? now : one.toldAt }, now)
  const ended: readonly OpenAlert[] = [...decision.over, ...decision.dropped]
  if (ended.length > 0) await endAlerts(tx, environmentId, idsOf(ended), now)

  await tellAll(tx, { environmentId, settings, publicUrl, now }, [
    ...fired.map(alert => ({ turn: 'fired' as const, alert })),
    ...decision.seen.filter(({ told }) => told).map(alert => ({ turn: 'still' as const, alert })),
    ...decision.over.map(alert => ({ turn: 'over' as const, alert })),
  ])
  await deleteOldAlerts(tx, environmentId, new Date(now.getTime() - keptMs))
}

const idsOf = (alerts: readonly { id: string }[]): string[] => alerts.map(({ id }) => id)

type Telling = { environmentId: string; settings: AlertSettings; publicUrl: string; now: Date }

async function tellAll(tx: Tx, { environmentId, settings, publicUrl, now }: Telling, told: readonly ChangedAlert[]) {
  if (told.length === 0) return
  await record(
    tx,
    told.map(one => toFact(environmentId, one, now)),
  )
  const messages = told.map(({ turn, alert }) => messageOf(turn, alert, publicUrl))
  await queueMessages(tx, environmentId, settings, messages, { isTest: false, now })
}

/** Queues each message for every recipient of alerts. */
export async function queueMessages(
  tx: Tx,
  environmentId: string,
  { mailTo, slack }: Pick<AlertSettings, 'mailTo' | 'slack'>,
  messages: readonly Message[],
  { isTest, now }: { isTest: boolean; now: Date },
): Promise<number> {
  const whom: readonly (string | null)[] = [...mailTo, ...(slack ? [null] : [])]
  const rows = messages.flatMap(message =>
    whom.map((personId): NewMessage => ({ ...message, id: newId(now), isTest, personId, at: now })),
  )
  if (rows.length === 0) return 0
  await insertMessages(tx, environmentId, rows)
  await enqueue(
    tx,
    rows.map(({ id }) => sendAlertJob({ environmentId, id })),
  )
  return rows.length
}

/** A reminder has the same event type as the first alert, and is marked as repeated. */
function toFact(environmentId: string, { turn, alert }: ChangedAlert, at: Date): Fact {
  const { id, kind, title, detail, since } = alert
  return {
    environmentId,
    type: turn === 'over' ? 'alert.resolved' : 'alert.fired',
    subjectId: id,
    data: {
      alert_id: id,
      kind,
      title,
      detail,
      since: since.toISOString(),
      ...(turn === 'still' && { repeated: true }),
    },
    at,
  }
}
