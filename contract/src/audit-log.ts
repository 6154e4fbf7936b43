import { type Static, Type } from 'typebox'
import { auditActionNames, auditedObjects } from './audit.ts'
import { operation } from './operation.ts'
import { Page, PageQuery, textFilter } from './page.ts'
import { Id, Nullable, OneOf, Timestamp } from './scalars.ts'

/** No entry has a longer value. */
const maxFilter = 100

export const auditActors = ['person', 'key', 'operator'] as const
export const auditSources = ['api', 'dashboard', 'command_line'] as const

const Actor = Type.Object(
  {
    type: OneOf(auditActors, { description: 'operator: a person who can run commands on the server.' }),
    id: Type.Optional(Id),
    name: Type.Optional(Type.String({ description: 'The name at that time.' })),
    email: Type.Optional(Type.String({ description: 'The email address of a person.' })),
    hint: Type.Optional(Type.String({ description: 'The first characters of a key.' })),
  },
  { description: 'The person, key or operator who did it.' },
)

const Change = Type.Object({
  field: Type.String(),
  from: Type.Optional(
    Type.Unknown({ description: 'The old value. `from` and `to` are left out when the values are long or secret.' }),
  ),
  to: Type.Optional(Type.Unknown({ description: 'The new value.' })),
})

export const AuditEntry = Type.Object(
  {
    id: Id,
    action: OneOf(auditActionNames),
    summary: Type.String({ description: 'The entry as a sentence.' }),
    actor: Actor,
    object: Type.Object(
      {
        type: OneOf(auditedObjects),
        id: Type.Optional(Type.String()),
        name: Type.Optional(
          Type.String({ description: 'The name at that time. The address of a recipient is masked.' }),
        ),
      },
      { description: 'The changed object.' },
    ),
    changes: Type.Array(Change, { description: 'The changed fields.' }),
    environment: Nullable(OneOf(['live', 'test']), { description: 'Null for changes to the whole organization.' }),
    source: Type.Object({
      via: OneOf(auditSources),
      ip_address: Type.Optional(Type.String()),
      user_agent: Type.Optional(Type.String({ description: 'At most 200 characters.' })),
      request_id: Type.Optional(Type.String({ description: 'The x-request-id of the answer.' })),
    }),
    created_at: Timestamp,
  },
  { $id: 'AuditEntry', description: 'A change to the configuration of the organization, or a sign-in.' },
)
export type AuditEntry = Static<typeof AuditEntry>

const entry: AuditEntry = {
  id: '01945c1e-d8f5-7a3a-8419-6ead3fb07166',
  action: 'webhook.updated',
  summary: 'Ada Lovelace changed the webhook Orders.',
  actor: { type: 'person', id: '01945c1e-1a2b-7c3d-8e4f-5a6b7c8d9e0f', name: 'Ada Lovelace', email: 'ada@example.com' },
  object: { type: 'webhook', id: '01945c1e-e906-7b4b-952a-7fbe40c18277', name: 'Orders' },
  changes: [{ field: 'status', from: 'active', to: 'inactive' }],
  environment: 'live',
  source: {
    via: 'dashboard',
    ip_address: '203.0.113.9',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    request_id: '0b1f6f0e-6a5e-4d0a-9a53-2f2c7f6f0c11',
  },
  created_at: '2026-11-15T09:30:00.000Z',
}

export const auditLog = {
  listAuditLog: operation({
    id: 'listAuditLog',
    method: 'GET',
    path: '/v1/audit-log',
    tag: 'Logs',
    summary: 'List audit log entries',
    description:
      'Returns sign-ins and changes to the configuration of the organization by people, keys and the operator, newest first. Filters can be combined. A live key reads all entries, a test key those of the test environment.',
    permission: 'audit:read',
    query: PageQuery({
      actor_id: textFilter('Only actions of this person or key.', maxFilter),
      actor_type: Type.Optional(OneOf(auditActors)),
      action: Type.Optional(OneOf(auditActionNames)),
      object_type: Type.Optional(OneOf(auditedObjects)),
      object_id: textFilter('Only actions on this object.', maxFilter),
      start: Type.Optional(Type.String({ ...Timestamp, description: 'Only entries from this time or later.' })),
      end: Type.Optional(Type.String({ ...Timestamp, description: 'Only entries from before this time.' })),
    }),
    reply: Page(AuditEntry, 'AuditEntryPage'),
    refusals: [],
    example: { query: { object_type: 'webhook' }, reply: { data: [entry], has_more: false } },
  }),
}
