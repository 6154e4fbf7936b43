import { csvOf } from '#core/csv.ts'
import type { Pager } from '#core/page.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { readContactEvents } from './events.ts'
import { readContacts } from './read.ts'
import { toWireContact, toWireContactEvent } from './wire.ts'

const fields = [
  'email',
  'phone_number',
  'first_name',
  'last_name',
  'email_subscribed',
  'sms_subscribed',
  'created_at',
] as const

type Parts = { database: Database; pager: Pager }

export const contactConsoleRoutes = ({ database, pager }: Parts) =>
  ({
    async listContactEvents(member, { params, query }) {
      const list = `events of contact ${params.id}`
      const page = pager.open(member, list, query)
      const events = await readContactEvents(database.slowReads(member.environmentId), member, params.id, page)
      return pager.close(member, list, query, events, toWireContactEvent)
    },

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
