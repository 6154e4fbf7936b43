/** The messages sent by earlier steps of a run, and their outcomes. */
import type { Db } from '#postgres/database.ts'
import { outcomesOf as emailOutcomesOf } from '#resources/messages/emails/read/outcomes.ts'
import { outcomesOf as smsOutcomesOf } from '#resources/messages/sms/read/outcomes.ts'
import type { SendFacts } from '../definition/conditions.ts'
import { type OpenRun, runName } from '../runs/run.ts'
import { findVisits } from '../runs/run-store.ts'
import type { Version } from './versions.ts'

/** The message a step sent, or that the step was skipped. */
export type Sent = { emailId: string } | { smsId: string } | { skipped: true }
/** By step key. */
export type SentBy = ReadonlyMap<string, Sent>

type RunContext = { run: OpenRun; version: Version }

/** By run name. */
export async function readSent(db: Db, contexts: readonly RunContext[]): Promise<Map<string, Map<string, Sent>>> {
  const wanted = contexts.flatMap(({ run: { environmentId, runId, nth }, version }) =>
    // A run in its first step has sent nothing yet.
    nth === 1
      ? []
      : [...new Set([...version.stepsInConditions, ...version.stepsInWaits])].map(step => ({
          environmentId,
          runId,
          step,
        })),
  )
  const visits = wanted.length > 0 ? await findVisits(db, wanted) : []
  const byRun = new Map<string, Map<string, Sent>>()
  for (const { step, detail, ...run } of visits) {
    const sent = toSent(detail)
    if (!sent) continue
    const own = byRun.get(runName(run)) ?? new Map<string, Sent>()
    byRun.set(runName(run), own.set(step, sent))
  }
  return byRun
}

function toSent(detail: Record<string, unknown> | null): Sent | undefined {
  if (typeof detail?.email_id === 'string') return { emailId: detail.email_id }
  if (typeof detail?.sms_id === 'string') return { smsId: detail.sms_id }
  return detail?.skipped === undefined ? undefined : { skipped: true }
}

type Asked = { name: string; step: string; environmentId: string; sent: Sent }

export async function readOutcomes(
  db: Db,
  contexts: readonly RunContext[],
  sent: ReadonlyMap<string, SentBy>,
): Promise<Map<string, Map<string, SendFacts>>> {
  const asked = contexts.flatMap(({ run, version }): Asked[] =>
    version.stepsInConditions.flatMap(step => {
      const one = sent.get(runName(run))?.get(step)
      return one ? [{ name: runName(run), step, environmentId: run.environmentId, sent: one }] : []
    }),
  )
  const emails = asked.flatMap(one => ('emailId' in one.sent ? [{ ...one, emailId: one.sent.emailId }] : []))
  const texts = asked.flatMap(one => ('smsId' in one.sent ? [{ ...one, smsId: one.sent.smsId }] : []))
  const [emailFacts, smsFacts] = await Promise.all([emailOutcomesOf(db, emails), smsOutcomesOf(db, texts)])
  const byRun = new Map<string, Map<string, SendFacts>>()
  const note = ({ name, step }: Asked, facts: SendFacts | undefined) => {
    if (facts) byRun.set(name, (byRun.get(name) ?? new Map<string, SendFacts>()).set(step, facts))
  }
  for (const [index, one] of emails.entries()) note(one, emailFacts[index])
  for (const [index, one] of texts.entries()) note(one, smsFacts[index])
  for (const one of asked) if ('skipped' in one.sent) note(one, { status: 'skipped', skipped: true })
  return byRun
}
