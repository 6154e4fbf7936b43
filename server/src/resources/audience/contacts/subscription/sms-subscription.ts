import type { Db, Tx } from '#postgres/database.ts'
import type { ConsentSource } from '#resources/audience/consent/entry.ts'
import { waitForNewContacts } from '#resources/messages/opt-outs/change.ts'
import { numberKey, type PersonalNumber } from '#resources/messages/opt-outs/number-key.ts'
import { saveChange } from '../change.ts'
import type { Contact } from '../contact.ts'
import { findSmsUnsubscribed, lockContactByNumber } from '../store.ts'

/** Which of these are numbers of contacts who take no SMS, as `numberKey` names them. The question leaves at once. */
export async function smsUnsubscribedAmong(db: Db, wanted: readonly PersonalNumber[]): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set()
  return new Set((await findSmsUnsubscribed(db, wanted)).map(numberKey))
}

/**
 * What the owner of the number has said by STOP or START. True when there is such a contact and it stood otherwise.
 * The opt-out list is to be changed before it, in the same transaction.
 */
export async function setSmsSubscribed(
  tx: Tx,
  { environmentId, number, subscribed, by, at }: PersonalNumber & { subscribed: boolean; by: ConsentSource; at: Date },
): Promise<boolean> {
  const contact = (await lockContactByNumber(tx, environmentId, number)) ?? (await lockNew(tx, environmentId, number))
  if (!contact || contact.smsSubscribed === subscribed) return false
  await saveChange(tx, environmentId, contact, { sms_subscribed: subscribed }, by, at)
  return true
}

async function lockNew(tx: Tx, environmentId: string, number: string): Promise<Contact | undefined> {
  await waitForNewContacts(tx, environmentId)
  return lockContactByNumber(tx, environmentId, number)
}
