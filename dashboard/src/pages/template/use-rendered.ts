import type { Template } from '@posthorn/contract/messages/templates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callWith } from '#api/call.ts'
import type { Values } from './values.ts'

/** What an email would say: of the newest version as it is stored, or of another one. The last good one stays in sight. */
export function useRendered(template: Template, { values, email }: Values, version: number | undefined) {
  const isAddress = /^\S+@\S+\.\S+$/.test(email)
  const { contact: _sample, ...own } = values
  // What is given wins over the contact, so a contact of flesh and blood must not meet one that was made up.
  const variables = isAddress ? own : values
  const body = { variables, ...(isAddress && { email }), ...(version && { version }) }
  return useQuery({
    queryKey: ['renderTemplate', template.id, template.updated_at, body],
    queryFn: ({ signal }) => callWith({ signal }, 'renderTemplate', { params: { id: template.id }, body }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

export type Rendered = ReturnType<typeof useRendered>
