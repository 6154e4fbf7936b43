/** Where somebody may be named: in what was sent and in what is known of it. What people write for all, such as templates, is not about one. */
export type Kind = 'text' | 'text[]' | 'jsonb' | 'name' | 'name[]' | 'body'

/** What the database calls them. A name is a text that somebody uses as one; a body is packed, and the database cannot look into it. */
export const typeOf = {
  text: 'text',
  'text[]': 'text[]',
  jsonb: 'jsonb',
  name: 'text',
  'name[]': 'text[]',
  body: 'bytea',
} as const satisfies Record<Kind, string>

export type Searched = {
  readonly table: string
  /** False for what all environments share. */
  readonly isTenants: boolean
  /** What names a row, beside its environment. */
  readonly key: readonly (readonly [name: string, type: 'uuid' | 'bigint' | 'smallint' | 'integer' | 'text'])[]
  readonly columns: Readonly<Record<string, Kind>>
  /** Rows at a time: as many as are read within a second, however long their texts are. */
  readonly page: number
}

const few = 100
const some = 500
const many = 2_000

const tenants = { isTenants: true } as const
const shared = { isTenants: false } as const

/** In the order in which they are searched; a search that is interrupted goes on where it was. */
export const searched: readonly Searched[] = [
  {
    ...{ ...tenants, table: 'events', page: many },
    key: [
      ['subject_id', 'uuid'],
      ['position', 'bigint'],
      ['id', 'uuid'],
    ],
    columns: { data: 'jsonb' },
  },
  {
    ...{ ...tenants, table: 'emails', page: some, key: [['id', 'uuid']] },
    columns: {
      ...{ to_addresses: 'text[]', cc_addresses: 'text[]', bcc_addresses: 'text[]', reply_to: 'text[]' },
      ...{ subject: 'text', html: 'text', text: 'text', headers: 'jsonb', tags: 'name[]', batch_id: 'name' },
    },
  },
  {
    ...{ ...tenants, table: 'email_bodies', page: few, key: [['email_id', 'uuid']] },
    columns: { packed: 'body' },
  },
  {
    ...{ ...tenants, table: 'email_tags', page: many },
    key: [
      ['tag', 'text'],
      ['email_id', 'uuid'],
    ],
    columns: { tag: 'name' },
  },
  {
    ...{ ...tenants, table: 'email_attachments', page: some },
    key: [
      ['email_id', 'uuid'],
      ['nth', 'smallint'],
    ],
    columns: { filename: 'name', content_id: 'name' },
  },
  {
    ...{ ...tenants, table: 'deliveries', page: many },
    key: [
      ['email_id', 'uuid'],
      ['nth', 'smallint'],
    ],
    columns: { last_reply: 'text' },
  },
  {
    ...{ ...tenants, table: 'email_fallbacks', page: some, key: [['email_id', 'uuid']] },
    columns: { sms: 'jsonb', reason: 'text' },
  },
  {
    ...{ ...tenants, table: 'sms', page: some, key: [['id', 'uuid']] },
    columns: { body: 'text', media_urls: 'text[]', callback_url: 'text' },
  },
  {
    ...{ ...tenants, table: 'webhook_deliveries', page: many },
    key: [
      ['webhook_id', 'uuid'],
      ['position', 'bigint'],
      ['event_id', 'uuid'],
    ],
    columns: { attempts: 'jsonb' },
  },
  {
    ...{ ...tenants, table: 'workflow_runs', page: some, key: [['id', 'uuid']] },
    columns: { trigger: 'jsonb', error: 'text' },
  },
  {
    ...{ ...tenants, table: 'workflow_run_steps', page: some },
    key: [
      ['run_id', 'uuid'],
      ['nth', 'integer'],
    ],
    columns: { detail: 'jsonb' },
  },
  {
    ...{ ...tenants, table: 'idempotency_keys', page: some },
    key: [
      ['operation', 'text'],
      ['key', 'text'],
    ],
    columns: { key: 'name', answer: 'jsonb' },
  },
  // Somebody may be named by a property of somebody else, which stands in two places.
  { ...{ ...tenants, table: 'contacts', page: many, key: [['id', 'uuid']] }, columns: { properties: 'jsonb' } },
  {
    ...{ ...tenants, table: 'contact_values', page: many },
    key: [
      ['field_id', 'uuid'],
      ['contact_id', 'uuid'],
    ],
    columns: { value: 'text' },
  },
  {
    ...{ ...tenants, table: 'contact_imports', page: some, key: [['id', 'uuid']] },
    columns: { refusals: 'jsonb', error: 'text' },
  },
  {
    ...{ ...tenants, table: 'contact_import_files', page: few, key: [['import_id', 'uuid']] },
    columns: { packed: 'body' },
  },
  { ...{ ...shared, table: 'destinations', page: some, key: [['name', 'text']] }, columns: { last_reply: 'text' } },
  {
    ...{ ...shared, table: 'jobs', page: some, key: [['id', 'bigint']] },
    columns: { payload: 'jsonb', last_error: 'text' },
  },
]
