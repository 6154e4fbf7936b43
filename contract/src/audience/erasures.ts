/** Everything about one person: exported as a file, or erased. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Id, Nullable, OneOf, PathId, Timestamp } from '../scalars.ts'

/** Replace the address and the number of an erased person. Nothing is ever sent to either. */
export const erasedEmail = 'erased@erased.invalid'
export const erasedNumber = '+10000000000'
/** The subject of an email whose only recipient is an erased person. */
export const erasedSubject = '(erased)'

export const Erasure = Type.Object(
  {
    id: Id,
    contact_id: Type.Optional(Type.String({ ...Id, description: 'The contact to erase, if there was one.' })),
    status: OneOf(['running', 'finished']),
    requested_at: Timestamp,
    finished_at: Nullable(Timestamp, { description: 'When the erasure finished. Null until then.' }),
  },
  { $id: 'Erasure', description: 'The erasure of everything about one person.' },
)
export type Erasure = Static<typeof Erasure>

const contactId = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'
const running = {
  id: '01945c20-1f5d-7b64-9c02-8e7a1b3d5f66',
  contact_id: contactId,
  status: 'running',
  requested_at: '2026-11-16T09:30:00.000Z',
  finished_at: null,
}

export const erasures = {
  eraseContact: operation({
    id: 'eraseContact',
    method: 'POST',
    path: '/v1/contacts/{id}/erase',
    tag: 'Contacts',
    summary: 'Erase everything about a person',
    description:
      'Deletes the contact at once. Messages not yet sent to its address and its number are canceled. Then everything in this environment that names them is made unreadable: messages and their content, events, workflow runs. An email to several people stays, with this person replaced. Figures and credits do not change. An address that was suppressed or unsubscribed stays suppressed, as a hash. This cannot be undone. Repeating the request returns the same erasure.',
    permission: 'contacts:erase',
    audit: 'contact.erased',
    params: Type.Object({ id: PathId }),
    reply: Erasure,
    status: 202,
    repeatable: true,
    refusals: [],
    example: { params: { id: contactId }, reply: running },
  }),
  getErasure: operation({
    id: 'getErasure',
    method: 'GET',
    path: '/v1/erasures/{id}',
    tag: 'Contacts',
    summary: 'Read an erasure',
    description: 'Once the status is finished, nothing in this environment names the person any more.',
    permission: 'contacts:erase',
    params: Type.Object({ id: PathId }),
    reply: Erasure,
    refusals: [],
    example: {
      params: { id: running.id },
      reply: { ...running, status: 'finished', finished_at: '2026-11-16T09:30:04.000Z' },
    },
  }),
  exportContact: operation({
    id: 'exportContact',
    method: 'GET',
    path: '/v1/contacts/{id}/export',
    tag: 'Contacts',
    summary: 'Export everything about a person',
    description:
      'Returns a zip file with the contact, its topics, suppressions, emails, text messages, events and runs as JSON, and the emails sent to it as .eml files. The file includes the content of messages, so it requires the same permission as erasing.',
    permission: 'contacts:erase',
    params: Type.Object({ id: PathId }),
    reply: Type.String({ description: 'A zip file.' }),
    media: 'application/zip',
    refusals: [],
    example: { params: { id: contactId }, reply: 'PK…' },
  }),
}
