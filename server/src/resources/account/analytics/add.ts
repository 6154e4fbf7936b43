/**
 * Figures are added in the transaction of their facts, as separate rows: no transaction waits for the row of an hour's sum. They
 * belong to the hour in which the email was accepted, so that both parts of a rate are about the same emails.
 */
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import type { Tx } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { withCommit } from '#postgres/transaction.ts'
import { type Counts, type Figure, sumOf } from './figures.ts'
import { type Countable, isNothing } from './firsts.ts'
import { floorTo, hourMs, minuteMs } from './hours.ts'
import { findCountedFigures, insertStats, insertStatsByKey, type StatsRow } from './store.ts'
import { insertTemplateStats, insertTemplateStatsByKey, type TemplateRow } from './template-store.ts'

/** The labels that an email is counted under. */
export type Labels = {
  messageStream: MessageStream
  tags: readonly string[]
  templateId: string | null
  /** Counted by the broadcast figures. */
  broadcast?: { id: string; variant: 'a' | 'b' } | null
}

export type Change = EmailKey & Labels & { acceptedAt: Date; counts: Counts }

/** Does not wait: the rows are inserted at the commit. */
export function addStats(tx: Tx, changes: readonly Change[]): void {
  const rows = sumByLabel(changes)
  if (rows.length > 0) withCommit(tx, insertStats(tx, rows))
  const templates = sumByTemplate(changes)
  if (templates.length > 0) withCommit(tx, insertTemplateStats(tx, templates))
}

/** Looks the labels of the emails up, for callers that do not have them. */
export async function addStatsByKey(tx: Tx, changes: readonly (EmailKey & { counts: Counts })[]): Promise<void> {
  const some = changes.filter(({ counts }) => !isNothing(counts))
  if (some.length === 0) return
  await insertStatsByKey(tx, some)
  await insertTemplateStatsByKey(tx, some)
}

/**
 * The figures that these emails already count in. The caller has locked their progress, and calls this before it records the new
 * facts.
 */
export async function findCounted(
  tx: Tx,
  emails: readonly (EmailKey & { facts: readonly Countable[] })[],
): Promise<Map<string, ReadonlySet<Figure>>> {
  if (emails.length === 0) return new Map()
  const refusals = emails.some(({ facts }) => facts.some(({ type }) => dependsOnRefusals.has(type)))
  const rows = await findCountedFigures(tx, emails, refusals)
  return new Map(rows.map(({ emailId, counted }) => [emailId, new Set(counted)]))
}

/** Includes the last two because a refused email has already counted as sent. */
const dependsOnRefusals = new Set<Countable['type']>([
  'email.bounced',
  'email.complained',
  'email.sent',
  'email.unconfirmed',
])

/** One row for all emails of a minute and stream, plus one for each tag. */
function sumByLabel(changes: readonly Change[]): StatsRow[] {
  const labelled = changes
    .filter(({ counts }) => !isNothing(counts))
    .flatMap(({ environmentId, acceptedAt, messageStream, tags, counts }) => {
      const minute = floorTo(acceptedAt, minuteMs)
      return ['', ...new Set(tags)].map(tag => ({ environmentId, tag, messageStream, minute, counts }))
    })
  const groups = Map.groupBy(labelled, one =>
    JSON.stringify([one.environmentId, one.tag, one.messageStream, one.minute.getTime()]),
  )
  return sumsOf(groups)
}

function sumByTemplate(changes: readonly Change[]): TemplateRow[] {
  const rows = changes.flatMap(({ environmentId, templateId, acceptedAt, counts }) =>
    templateId === null || isNothing(counts)
      ? []
      : [{ environmentId, templateId, hour: floorTo(acceptedAt, hourMs), counts }],
  )
  const groups = Map.groupBy(rows, one => `${one.environmentId} ${one.templateId} ${one.hour.getTime()}`)
  return sumsOf(groups)
}

/** One row for each group. `flatMap` is for the compiler: a group has at least one. */
const sumsOf = <Row extends { counts: Counts }>(groups: ReadonlyMap<string, readonly Row[]>): Row[] =>
  [...groups.values()].flatMap(group => {
    const [first] = group
    return first ? [{ ...first, counts: sumOf(group.map(({ counts }) => counts)) }] : []
  })
