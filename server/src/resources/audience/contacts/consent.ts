/** Translates changes of contacts and topics into consent ledger entries. Pure. */
import {
  type Channel,
  type ConsentChange,
  type ConsentSource,
  ofTopic,
  wholeChannel,
} from '#resources/audience/consent/entry.ts'
import type { Contact } from './contact.ts'
import type { MembershipRow, Placed } from './store.ts'

const actionOf = (subscribed: boolean): 'given' | 'withdrawn' => (subscribed ? 'given' : 'withdrawn')

/** `hasOptedOut`: the number said STOP before the contact existed. */
export type Created = Placed & { hasOptedOut: boolean; by: ConsentSource }

/** The first entries of a contact. A number that said STOP before already has its entry. */
export function consentOfCreation(created: readonly Created[], memberships: readonly MembershipRow[]): ConsentChange[] {
  const topicsOf = Map.groupBy(memberships, ({ contactId }) => contactId)
  return created.flatMap(({ environmentId, contact, hasOptedOut, by }) => {
    const base = { environmentId, by, at: contact.createdAt }
    const { email, phoneNumber, emailSubscribed, smsSubscribed } = contact
    const channels: ConsentChange[] = [
      ...(email === null
        ? []
        : [{ ...base, channel: 'email' as const, address: email, ...wholeChannel, action: actionOf(emailSubscribed) }]),
      ...(phoneNumber === null || hasOptedOut
        ? []
        : [
            {
              ...base,
              channel: 'sms' as const,
              address: phoneNumber,
              ...wholeChannel,
              action: actionOf(smsSubscribed),
            },
          ]),
    ]
    const topics = (topicsOf.get(contact.id) ?? []).flatMap(({ topicId }) =>
      consentOfTopic(contact, { environmentId, topicId, action: 'given', by, at: contact.createdAt }),
    )
    return [...channels, ...topics]
  })
}

type ChannelChange = { environmentId: string; before: Contact; after: Contact; by: ConsentSource }

/** Empty when neither channel changed or the changed channel has no address. */
export function consentOfChange({ environmentId, before, after, by }: ChannelChange): ConsentChange[] {
  const turned = (channel: Channel, address: string | null, was: boolean, is: boolean): ConsentChange[] =>
    address === null || was === is
      ? []
      : [{ environmentId, channel, address, ...wholeChannel, action: actionOf(is), by, at: after.updatedAt }]
  return [
    ...turned('email', after.email, before.emailSubscribed, after.emailSubscribed),
    ...turned('sms', after.phoneNumber, before.smsSubscribed, after.smsSubscribed),
  ]
}

type TopicChange = Pick<ConsentChange, 'environmentId' | 'action' | 'by' | 'at'> & { topicId: string }

/** Topics concern emails; for a contact without an address, the entry is kept under its number. */
export function consentOfTopic(
  { email, phoneNumber }: Pick<Contact, 'email' | 'phoneNumber'>,
  { topicId, ...change }: TopicChange,
): ConsentChange[] {
  const address = email ?? phoneNumber
  if (address === null) return []
  return [{ ...change, channel: email === null ? 'sms' : 'email', address, ...ofTopic(topicId) }]
}
