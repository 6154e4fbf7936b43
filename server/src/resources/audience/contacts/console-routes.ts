import { csvOf } from '#core/csv.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
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

type Parts = { database: Database }

export const contactConsoleRoutes = ({ database }: Parts) =>
  ({
    exportContacts: member =>
      csvOf(
        fields,
        page => readContacts(database.slowReads(member.environmentId), member, page, {}),
        contact => {
          const wire = toWireContact(contact)
          return fields.map(field => wire[field])
        },
      ),
  }) satisfies Partial<ConsoleHandlers>
