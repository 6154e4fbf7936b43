import type { Db, Tx } from '#postgres/database.ts'
import type { ConsentSource } from '#resources/audience/consent/entry.ts'
import { waitForNewContacts } from '#resources/messages/opt-outs/change.ts'
import { numberKey, type PersonalNumber } from '#resources/messages/opt-outs/number-key.ts'
import { saveChange } from '../change.ts'
import type { Contact } from '../contact.ts'
import { findSmsUnsubscribed, lockContactByNumber } from '../store.ts'

/** The numbers whose contacts take no SMS, as `numberKey`s. Sends the query at once. */
export async function smsUnsubscribedAmong(db: Db, wanted: readonly PersonalNumber[]): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set()
  return new Set((await findSmsUnsubscribed(db, wanted)).map(numberKey))
}

/** Records a STOP or START from the owner of the number. True when a contact changed. The opt-out list must be changed before, in the same transaction. */
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
