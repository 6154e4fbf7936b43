/** Contacts in an exported table: known columns are recognized by name, the others become fields. */
import { contactFields, withSubscription } from '../../../dashboard/src/csv-import/contact-fields.ts'
import { guessMapping, mapRow } from '../../../dashboard/src/csv-import/mapping.ts'
import type { Sheet } from '../../../dashboard/src/csv-import/read-csv.ts'
import type { LeftOut, SourceContact } from './source.ts'

/** `passedOver`: lowercase names of columns that are not fields of a person. */
export function* contactsOfSheet({ head, rows }: Sheet, passedOver: readonly string[] = []): Generator<SourceContact> {
  for (const one of readSheet({ head, rows }, passedOver)) if (!('leftOut' in one)) yield one
}

export function* readSheet(
  { head, rows }: Sheet,
  passedOver: readonly string[] = [],
): Generator<SourceContact | LeftOut> {
  const mapping = guessMapping(head, contactFields)
  const others = head.flatMap((name, at) => (mapping[at] || passedOver.includes(name.toLowerCase()) ? [] : [at]))
  for (const cells of rows) {
    const mapped = mapRow(cells, mapping, contactFields)
    if ('problem' in mapped) {
      yield { leftOut: cells[0] ?? '', why: mapped.problem }
      continue
    }
    const { email, phone_number, first_name, last_name, email_subscribed } = withSubscription(mapped.row)
    const own = others.flatMap(at => (cells[at]?.trim() ? [[head[at] ?? '', cells[at]] as const] : []))
    yield {
      ...(typeof email === 'string' && { email }),
      ...(typeof phone_number === 'string' && { phoneNumber: phone_number }),
      ...(typeof first_name === 'string' && { firstName: first_name }),
      ...(typeof last_name === 'string' && { lastName: last_name }),
      ...(typeof email_subscribed === 'boolean' && { emailSubscribed: email_subscribed }),
      ...{ properties: Object.fromEntries(own), topics: {} },
    }
  }
}
