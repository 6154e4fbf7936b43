import type { PropertyValue } from '@posthorn/contract/audience/contact-properties'
import { csvOf } from '#core/csv.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { readFields } from '#resources/audience/fields/read.ts'
import { ownValue } from './properties.ts'
import { readContacts } from './read.ts'
import { toWireContact } from './wire.ts'

const fields = [
  'email',
  'phone_number',
  'first_name',
  'last_name',
  'email_subscribed',
  'sms_subscribed',
  'created_at',
] as const

const toCell = (value: PropertyValue | undefined) => (typeof value === 'number' ? String(value) : value)

type Parts = { database: Database }

export const contactConsoleRoutes = ({ database }: Parts) =>
  ({
    async *exportContacts(member) {
      const db = database.slowReads(member.environmentId)
      const own = (await readFields(db, member)).map(({ key }) => key)
      yield* csvOf(
        [...fields, ...own],
        page => readContacts(db, member, page, {}),
        contact => {
          const wire = toWireContact(contact)
          return [...fields.map(field => wire[field]), ...own.map(key => toCell(ownValue(contact.properties, key)))]
        },
      )
    },
  }) satisfies Partial<ConsoleHandlers>
