import type { Clock } from '#clock.ts'
import { csvOf } from '#csv.ts'
import type { ConsoleHandlers } from '#http/console-handler.ts'
import type { Database } from '#postgres/database.ts'
import { importContacts } from './import.ts'
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

export const contactConsoleRoutes = ({ database, clock }: { database: Database; clock: Clock }) =>
  ({
    importContacts: (member, { body }) => database.transaction(tx => importContacts(tx, member, clock(), body.rows)),

    exportContacts: member =>
      csvOf(
        fields,
        page => readContacts(database.db, member, page, {}),
        contact => {
          const wire = toWireContact(contact)
          return fields.map(field => wire[field])
        },
      ),
  }) satisfies Partial<ConsoleHandlers>
