/**
 * Results written down: the delivery, what it makes of the email, what happened, and the suppression list, in one
 * transaction for many deliveries. A result whose delivery has gone to other hands changes nothing.
 */
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import { timeOf } from '#id.ts'
import type { Tx } from '#postgres/database.ts'
import { suppressEach } from '#resources/suppressions/suppress.ts'
import { type DeliveryState, statusOf } from '../delivery-state.ts'
import {
  type DeliveryKey,
  findStates,
  lockProgress,
  type Progress,
  settleDeliveries,
  updateProgress,
} from '../delivery-store.ts'
import { type End, endOf, type Result } from './result.ts'

/** Writes all of them down and says which counted. */
export async function settle(tx: Tx, results: readonly Result[]): Promise<boolean[]> {
  const several = results.filter(result => result.recipients > 1)
  if (several.length > 0)
    await lockProgress(
      tx,
      several.map(result => result.delivery),
    )
  const ends = results.map(result => ({ result, end: endOf(result, atOf(result)) }))
  const settled = new Set(
    (
      await settleDeliveries(
        tx,
        ends.map(({ end }) => end.settlement),
      )
    ).map(nameOf),
  )
  const counted = ends.filter(({ result }) => settled.has(nameOf(result.delivery)))
  const told = counted.filter(({ end }) => end.facts.length > 0)
  if (told.length > 0) {
    await updateProgress(tx, await progressOf(tx, told))
    await record(
      tx,
      told.flatMap(({ end }) => end.facts),
    )
    await suppressEach(
      tx,
      told.flatMap(({ end }) => end.suppress),
    )
  }
  return ends.map(({ result }) => settled.has(nameOf(result.delivery)))
}

type Ended = { result: Result; end: End }

const nameOf = ({ environmentId, emailId, nth }: DeliveryKey): string => `${environmentId} ${emailId} ${nth}`

/** Machines disagree about the time: nothing happens to an email before it was accepted. */
const atOf = ({ delivery, at }: Result): Date => {
  const created = timeOf(delivery.emailId)
  return created > at ? created : at
}

async function progressOf(tx: Tx, told: readonly Ended[]): Promise<Progress[]> {
  const several = told.filter(({ result }) => result.recipients > 1).map(({ result }) => result.delivery)
  const states = Map.groupBy(several.length > 0 ? await findStates(tx, several) : [], one => one.emailId)
  const byEmail = Map.groupBy(told, ({ result }) => result.delivery.emailId)
  return [...byEmail].map(([emailId, ended]) => toProgress(emailId, ended, states.get(emailId) ?? []))
}

function toProgress(emailId: string, ended: readonly Ended[], states: readonly { state: DeliveryState }[]): Progress {
  const all = states.length > 0 ? states : ended.map(({ end }) => end.settlement)
  const first = (type: Fact['type']) =>
    ended.flatMap(({ end }) => end.facts).find(fact => fact.type === type)?.at ?? null
  return {
    environmentId: ended[0]?.result.delivery.environmentId ?? '',
    emailId,
    status: statusOf(all.map(({ state }) => state)),
    sentAt: first('email.sent'),
    deliveredAt: first('email.delivered'),
    openedAt: first('email.opened'),
    clickedAt: first('email.clicked'),
  }
}
