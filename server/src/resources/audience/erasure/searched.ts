/** The columns in which a person may be named: sent messages and data about them. Content written for everybody, such as templates, is not searched. */
export type Kind = 'text' | 'text[]' | 'jsonb' | 'name' | 'name[]' | 'body' | 'answer'

/** The PostgreSQL types. A `name` is a text used as a name; a `body` is packed, so the database cannot search it. An `answer` is stored for a repeated request. */
export const typeOf = {
  text: 'text',
  'text[]': 'text[]',
  jsonb: 'jsonb',
  name: 'text',
  'name[]': 'text[]',
  body: 'bytea',
  answer: 'jsonb',
} as const satisfies Record<Kind, string>

export type Searched = {
  readonly table: string
  /** False for tables that all environments share. */
  readonly isTenants: boolean
  /** The key of a row within its environment. */
  readonly key: readonly (readonly [name: string, type: 'uuid' | 'bigint' | 'smallint' | 'integer' | 'text'])[]
  readonly columns: Readonly<Record<string, Kind>>
  /** Rows per page: as many as can be read within a second, however long their texts are. */
  readonly page: number
}

const few = 100
const some = 500
const many = 2_000

const tenants = { isTenants: true } as const
const shared = { isTenants: false } as const

/** In search order; an interrupted search continues where it stopped. */
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
    columns: { key: 'name', answer: 'answer' },
  },
  // A property of another contact may name the person. It is stored in two tables.
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
