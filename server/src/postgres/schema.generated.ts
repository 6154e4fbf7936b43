// Generated from the migrations by `npm run generate`. Do not edit.
import type { ColumnType, JSONColumnType } from 'kysely'

/** The database fills it in when an insert leaves it out. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Timestamp = ColumnType<Date, Date, Date>
type Json = JSONColumnType<object>

export type Schema = {
  api_keys: {
    id: string
    environment_id: string
    name: string
    key_hash: Buffer
    hint: string
    permissions: string[]
    created_at: Generated<Timestamp>
    revoked_at: Timestamp | null
  }
  contacts: {
    environment_id: string
    id: string
    email: string | null
    phone_number: string | null
    first_name: string | null
    last_name: string | null
    email_subscribed: boolean
    sms_subscribed: boolean
    created_at: Timestamp
    updated_at: Timestamp
  }
  environments: {
    id: string
    organization_id: string
    mode: string
  }
  events: {
    position: Generated<string>
    environment_id: string
    id: string
    type: string
    subject_id: string
    data: Json
    created_at: Timestamp
  }
  idempotency_keys: {
    environment_id: string
    operation: string
    key: string
    request_hash: Buffer
    answer: Json | null
    created_at: Generated<Timestamp>
  }
  instance: {
    only_row: Generated<boolean>
    secret: Buffer
  }
  organizations: {
    id: string
    name: string
    plan: string
    requests_per_hour: number | null
    created_at: Generated<Timestamp>
    updated_at: Generated<Timestamp>
  }
  request_windows: {
    key_id: string
    window_start: Timestamp
    quota: number
    used: number
    granted: number
  }
  schema_migrations: {
    number: number
    name: string
    checksum: string
    applied_at: Generated<Timestamp>
  }
  topic_memberships: {
    environment_id: string
    contact_id: string
    topic_id: string
    created_at: Timestamp
  }
  topics: {
    environment_id: string
    id: string
    name: string
    description: string | null
    is_default_topic: boolean
    display_order: number
    created_at: Timestamp
    updated_at: Timestamp
  }
  worker_heartbeats: {
    pool_id: string
    machine: string
    process: string
    started_at: Generated<Timestamp>
    seen_at: Generated<Timestamp>
  }
}
