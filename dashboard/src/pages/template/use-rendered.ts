import type { Template } from '@posthorn/contract/messages/templates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callWith } from '#api/call.ts'
import type { Values } from './values.ts'

/** The rendered email, of the stored newest version or another one. The last good result stays visible. */
export function useRendered(template: Template, { values, email }: Values, version: number | undefined) {
  const isAddress = /^\S+@\S+\.\S+$/.test(email)
  const { contact: _sample, ...own } = values
  // Given values override the contact, so the sample contact must not be sent together with a real one.
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
