/** Erases a person whom text messages went to or came from. Messages that are still to leave for them are not sent. */
import { erasedNumber } from '@posthorn/contract/audience/erasures'
import { idsFrom } from '#core/id.ts'
import { record } from '#events/record.ts'
import { redact } from '#events/redact.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { refundEach } from '#resources/account/credits/refund.ts'
import type { PersonalNumber } from '#resources/messages/opt-outs/number-key.ts'
import {
  deletePiecesFrom,
  type Exchanged,
  endSms,
  eraseSmsRows,
  findExchanged,
  findSmsWith,
  lockSms,
} from './erase-store.ts'

const smsPerPage = 200

type Erasing = PersonalNumber & { at: Date; signal: AbortSignal }

/** Returns how many messages are left for a later run. A second run finds nothing more. */
export async function eraseSmsOf(database: Database, erasing: Erasing): Promise<number> {
  await database.transaction(tx => deletePiecesFrom(tx, erasing))
  let inHand = 0
  for (let after = idsFrom(new Date(0)); ; ) {
    erasing.signal.throwIfAborted()
    const ids = await findSmsWith(database.db, erasing, { after, limit: smsPerPage })
    const last = ids.at(-1)
    if (last === undefined) return inHand
    inHand += await database.transaction(tx => erasePage(tx, erasing, ids))
    after = last
  }
}

async function erasePage(tx: Tx, erasing: Erasing, ids: readonly string[]): Promise<number> {
  const { environmentId, number } = erasing
  await lockSms(tx, environmentId, ids)
  const messages = await findExchanged(tx, environmentId, ids)
  const free = messages.filter(({ inHand }) => !inHand)
  if (free.length > 0) {
    const subjectIds = free.map(({ id }) => id)
    await withdraw(
      tx,
      erasing,
      free.filter(({ isOpen }) => isOpen),
    )
    await eraseSmsRows(tx, erasing, subjectIds)
    await redact(tx, { environmentId, subjectIds, address: number, erased: erasedNumber, onlyTheirs: false })
  }
  return messages.length - free.length
}

/** A message that may have arrived is not canceled, and its credits are not given back. */
async function withdraw(tx: Tx, { environmentId, at }: Erasing, open: readonly Exchanged[]): Promise<void> {
  const inDoubt = open.filter(one => one.inDoubt)
  const unsent = open.filter(one => !one.inDoubt)
  const ids = (some: readonly Exchanged[]) => some.map(({ id }) => id)
  await endSms(tx, environmentId, ids(inDoubt), { status: 'sent', sentAt: at, refunded: false })
  await endSms(tx, environmentId, ids(unsent), { status: 'canceled', refunded: true })
  await record(
    tx,
    open.map(one => ({
      ...{
        environmentId,
        type: one.inDoubt ? ('sms.unconfirmed' as const) : ('sms.canceled' as const),
        subjectId: one.id,
        at,
      },
      data: { sms_id: one.id, reason: 'Its recipient was erased.' },
    })),
  )
  await refundEach(
    tx,
    unsent.map(({ id, organizationId, credits }) => ({
      ...{ organizationId, subjectId: id, kind: 'sms' as const, credits, at },
    })),
  )
}
