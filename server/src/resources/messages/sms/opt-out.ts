/** What a STOP changes: the list of opt-outs, the contact and the consent ledger. */
import type { Fact } from '#events/fact.ts'
import type { Tx } from '#postgres/database.ts'
import { type ConsentSource, wholeChannel } from '#resources/audience/consent/entry.ts'
import { recordConsent } from '#resources/audience/consent/record.ts'
import { setSmsSubscribed } from '#resources/audience/contacts/subscription/sms-subscription.ts'
import { optIn, optOut } from '#resources/messages/opt-outs/change.ts'
import type { PersonalNumber } from '#resources/messages/opt-outs/number-key.ts'
import { toFact } from './facts.ts'
import type { SmsKey } from './sms.ts'

export type Said = PersonalNumber & { by: ConsentSource; at: Date }

/** Returns false when the number had opted out before. */
export async function stopTexts(tx: Tx, said: Said): Promise<boolean> {
  // The list is changed before the contact: a concurrent change of the contact reads the list.
  const isNews = await optOut(tx, said)
  await updateConsent(tx, said, { subscribed: false, isNews })
  return isNews
}

/** Returns false when the number had not opted out. */
export async function startTexts(tx: Tx, said: Said): Promise<boolean> {
  const isNews = await optIn(tx, said)
  const turned = await updateConsent(tx, said, { subscribed: true, isNews })
  return isNews || turned
}

/** Returns true when it changed a contact. `isNews`: the list changed, which is a change of consent even without a contact. */
async function updateConsent(
  tx: Tx,
  { environmentId, number, by, at }: Said,
  { subscribed, isNews }: { subscribed: boolean; isNews: boolean },
): Promise<boolean> {
  const turned = await setSmsSubscribed(tx, { environmentId, number, subscribed, by, at })
  const action = subscribed ? 'given' : 'withdrawn'
  // A change of the contact records the consent for its number as well.
  if (isNews && !turned)
    await recordConsent(tx, [{ environmentId, channel: 'sms', address: number, ...wholeChannel, action, by, at }])
  return turned
}

export type RefusedSms = SmsKey & { from: string; to: string; carrier: string; at: Date }

/**
 * Their carrier says that the recipients of these messages have opted out. It may be the only one that had their STOP. Returns
 * the facts that are new here, in which the message is from its recipient, as with a STOP.
 */
export async function believeCarrier(tx: Tx, refused: readonly RefusedSms[]): Promise<Fact[]> {
  const facts: Fact[] = []
  // In one order, to avoid deadlocks.
  for (const sms of refused.toSorted((a, b) => (a.to < b.to ? -1 : 1))) {
    const { environmentId, smsId, from, to, carrier, at } = sms
    const by = { method: 'carrier', sourceId: smsId } as const
    if (await stopTexts(tx, { environmentId, number: to, by, at }))
      facts.push(toFact({ environmentId, smsId, from: to, to: from }, 'sms.opted_out', { carrier }, at))
  }
  return facts
}
