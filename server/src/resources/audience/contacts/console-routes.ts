import type { PropertyValue } from '@posthorn/contract/audience/contact-properties'
import type { Clock } from '#core/clock.ts'
import { csvOf } from '#core/csv.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { readFields } from '#resources/audience/fields/read.ts'
import { toFilters } from './list-filters.ts'
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

const toCell = (value: PropertyValue | undefined) => (typeof value === 'number' ? inDigits.format(value) : value)

/** Without an exponent: an import refuses it, because in a number such as 1.23E+11 a spreadsheet has lost digits. */
const inDigits = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 100 })

type Parts = { database: Database; clock: Clock }

export const contactConsoleRoutes = ({ database, clock }: Parts) =>
  ({
    async *exportContacts(member, { query }) {
      const db = database.slowReads(member.environmentId)
      const filters = toFilters(query, clock())
      const own = (await readFields(db, member)).map(({ key }) => key)
      yield* csvOf(
        [...fields, ...own],
        page => readContacts(db, member, page, filters),
        contact => {
          const wire = toWireContact(contact)
          return [...fields.map(field => wire[field]), ...own.map(key => toCell(ownValue(contact.properties, key)))]
        },
      )
    },
  }) satisfies Partial<ConsoleHandlers>
