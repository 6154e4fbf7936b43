import type { Clock } from '#core/clock.ts'
import type { Handlers } from '#http/handler.ts'
import { contactReader } from '#resources/audience/contacts/read.ts'
import { type ExportParts, exportPerson } from './export.ts'

export function exportRoutes({ clock, ...parts }: ExportParts & { clock: Clock }) {
  const readContact = contactReader(parts.database.db)
  return {
    async exportContact(caller, { params }) {
      const contact = await readContact(caller, params.id)
      const { email, phoneNumber } = contact
      return exportPerson(parts, caller, { contact, email, phoneNumber }, clock())
    },
  } satisfies Partial<Handlers>
}
