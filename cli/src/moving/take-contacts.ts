import { keyOfColumn } from '../../../dashboard/src/csv-import/contact-fields.ts'
import type { Moving } from './moving.ts'
import type { SourceContact } from './source.ts'
import type { Definitions } from './take-definitions.ts'
import { rowSender } from './take-rows.ts'
import { asCell } from './types-of-values.ts'

export async function takeContacts(moving: Moving, definitions: Definitions): Promise<void> {
  const rows = rowSender(moving, 'contacts', '/v1/contacts/import')
  for await (const contact of moving.source.contacts()) {
    if ('leftOut' in contact) moving.tally.refuse('contacts', contact.leftOut, contact.why)
    else await rows.add(toRow(contact, definitions))
  }
  await rows.end()
}

function toRow(contact: SourceContact, { fields, topics }: Definitions) {
  const { email, phoneNumber, firstName, lastName, emailSubscribed } = contact
  const values = Object.entries(contact.properties).flatMap(([name, value]) => {
    const key = keyOfColumn(name) ?? ''
    const field = fields.get(key)
    return field && asCell(value).trim() !== '' ? [{ ...field, key, value: asCell(value) }] : []
  })
  const memberships = Object.entries(contact.topics).flatMap(([theirs, subscribed]) => {
    const topic = topics.get(theirs)
    return topic ? [{ ...topic, subscribed }] : []
  })
  const known = values.filter(({ isNew }) => !isNew)
  const kept = memberships.filter(({ isNew }) => !isNew)
  return {
    name: email ?? phoneNumber ?? '',
    isNew: known.length < values.length || memberships.some(({ isNew, subscribed }) => isNew && subscribed),
    row: {
      ...(email && { email }),
      ...(phoneNumber && { phone_number: phoneNumber }),
      ...(firstName && { first_name: firstName }),
      ...(lastName && { last_name: lastName }),
      ...(emailSubscribed !== undefined && { email_subscribed: emailSubscribed }),
      ...(known.length > 0 && { properties: Object.fromEntries(known.map(({ key, value }) => [key, value])) }),
      ...(kept.length > 0 && { topics: Object.fromEntries(kept.map(({ id, subscribed }) => [id, subscribed])) }),
    },
  }
}
