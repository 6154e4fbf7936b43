import { type MessageStream, messageStreams } from '@posthorn/contract/messages/email-requests'
import type { Caller } from '#core/caller.ts'
import type { Db } from '#postgres/database.ts'
import { sumOf, type Totals } from './figures.ts'
import { hourMs, minuteMs } from './hours.ts'
import { type Series, toSeries } from './series.ts'
import { countEmails, type Filter, findMinutes, findSums, type Granularity, type Point } from './store.ts'
import { type Range, type Span, split } from './window.ts'

/** `accepted`: when the emails were accepted. */
export type Question = {
  accepted: Span
  tag?: string | undefined
  messageStream?: MessageStream | undefined
  granularity?: Granularity | undefined
}

export type Answer = { totals: Totals; series?: Series }

/** The cost does not grow with the number of emails, except for the partial minutes at both ends. */
export async function readAnalytics(
  db: Db,
  caller: Pick<Caller, 'environmentId'>,
  question: Question,
): Promise<Answer> {
  const { accepted, tag, messageStream, granularity } = question
  const streams = messageStream ? [messageStream] : messageStreams
  const filter = { environmentId: caller.environmentId, tag, messageStreams: streams, granularity }
  const points = await findPoints(db, filter, accepted)
  return { totals: sumOf(points), ...(granularity && { series: toSeries(points, granularity) }) }
}

async function findPoints(db: Db, filter: Filter, accepted: Span): Promise<Point[]> {
  const { whole, rest } = split(accepted, hourMs)
  const found = await Promise.all([
    ...(whole ? [findSums(db, filter, whole)] : []),
    ...rest.map(part => findPart(db, filter, part)),
  ])
  return found.flat()
}

/** A part of one hour. */
async function findPart(db: Db, filter: Filter, part: Range): Promise<Point[]> {
  const { whole, rest } = split(part, minuteMs)
  const minutes = whole && (await findMinutes(db, filter, whole))
  if (!minutes) return countEmails(db, filter, part)
  const counted = await Promise.all(rest.map(less => countEmails(db, filter, less)))
  return [...minutes, ...counted.flat()]
}
