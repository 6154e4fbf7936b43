/** Which kind of data each table holds. A table that a migration adds has to be put here: the compiler and a test ask for it. */
import type { Schema } from '#postgres/schema.generated.ts'

export type Table = keyof Schema

/**
 * In the order in which they are shown. `counted` is the table whose rows tell how many there are of the kind. What is `of` emails grows
 * with each of them.
 */
export const kinds = {
  emails: { counted: 'emails', of: 'emails' },
  'bodies and attachments': { counted: 'email_attachments', of: 'emails' },
  deliveries: { counted: 'deliveries', of: 'emails' },
  events: { counted: 'events', of: 'emails' },
  'webhook deliveries': { counted: 'webhook_deliveries', of: 'emails' },
  credits: { counted: 'credit_entries', of: 'emails' },
  SMS: { counted: 'sms', of: 'others' },
  contacts: { counted: 'contacts', of: 'others' },
  'workflow runs': { counted: 'workflow_runs', of: 'others' },
  'idempotency keys': { counted: 'idempotency_keys', of: 'others' },
  'request log': { counted: 'request_log', of: 'others' },
  'audit log': { counted: 'audit_log', of: 'others' },
  figures: { counted: 'email_stats', of: 'others' },
  'the rest': { counted: null, of: 'others' },
} as const satisfies Record<string, { counted: Table | null; of: 'emails' | 'others' }>

export type Kind = keyof typeof kinds

// `as`: the keys of an object literal.
export const kindNames = Object.keys(kinds) as Kind[]

/** A body of more than some 2 kB, compressed, leaves the row of its email for the TOAST table. */
export const toastKinds: Partial<Record<Table, Kind>> = { emails: 'bodies and attachments' }

export const kindOf: Readonly<Record<Table, Kind>> = {
  api_keys: 'the rest',
  audit_log: 'audit log',
  broadcast_pauses: 'the rest',
  captured_messages: 'bodies and attachments',
  contact_events: 'contacts',
  contact_fields: 'contacts',
  contact_values: 'contacts',
  contacts: 'contacts',
  credentials: 'the rest',
  credit_accounts: 'credits',
  credit_entries: 'credits',
  deliveries: 'deliveries',
  destination_counts: 'figures',
  destinations: 'the rest',
  domain_reports: 'figures',
  domain_sources: 'figures',
  domain_tls_results: 'figures',
  domains: 'the rest',
  email_bodies: 'bodies and attachments',
  email_attachments: 'bodies and attachments',
  email_fallbacks: 'SMS',
  email_minutes: 'figures',
  email_progress: 'emails',
  email_search: 'emails',
  email_stats: 'figures',
  email_tags: 'emails',
  emails: 'emails',
  environments: 'the rest',
  erased_opt_outs: 'SMS',
  erased_suppressions: 'contacts',
  erasures: 'the rest',
  event_marks: 'events',
  events: 'events',
  idempotency_keys: 'idempotency keys',
  instance: 'the rest',
  invitations: 'the rest',
  jobs: 'the rest',
  members: 'the rest',
  organizations: 'the rest',
  outside_contents: 'bodies and attachments',
  outside_uses: 'bodies and attachments',
  people: 'the rest',
  receiver_stats: 'figures',
  request_log: 'request log',
  request_windows: 'the rest',
  restored_copy: 'the rest',
  restored_work: 'the rest',
  retention: 'the rest',
  schema_migrations: 'the rest',
  sessions: 'the rest',
  set_up_tokens: 'the rest',
  sign_in_tries: 'the rest',
  sms: 'SMS',
  sms_arrivals: 'SMS',
  sms_numbers: 'SMS',
  sms_opt_outs: 'SMS',
  sms_parts: 'SMS',
  sms_pieces: 'SMS',
  sms_progress: 'SMS',
  sts_policies: 'the rest',
  suppressions: 'contacts',
  template_versions: 'the rest',
  templates: 'the rest',
  topic_memberships: 'contacts',
  topics: 'contacts',
  two_factors: 'the rest',
  verifications: 'the rest',
  webhook_deliveries: 'webhook deliveries',
  webhooks: 'the rest',
  worker_heartbeats: 'the rest',
  workflow_run_steps: 'workflow runs',
  workflow_runs: 'workflow runs',
  workflow_sweeps: 'workflow runs',
  workflow_versions: 'the rest',
  workflow_waits: 'workflow runs',
  workflow_wakes: 'workflow runs',
  workflows: 'the rest',
}
