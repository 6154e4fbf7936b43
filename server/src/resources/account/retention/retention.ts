/** How long each kind of data is kept, in days; null means forever. Figures and the credit ledger are always kept. */
import type { Mode } from '#core/caller.ts'
import { type Partitioned, partitioned } from '#postgres/partitions/partitions.ts'

export const kinds = ['bodies', 'events', 'messages'] as const
export type Kind = (typeof kinds)[number]
export type Retention = Readonly<Record<Kind, number | null>>

/** The default retention. */
export const usual: Readonly<Record<Mode, Retention>> = {
  live: { bodies: 30, events: 90, messages: 400 },
  test: { bodies: 7, events: 7, messages: 7 },
}

/** The object that a row belongs to: while it is open, the row stays. */
export type Subject = 'email' | 'sms' | 'webhook delivery' | 'run'

/** `key`: the column with the id whose time counts. `every` is missing for tables without partitions. */
export type KeptTable = Pick<Partitioned, 'table' | 'key'> & Partial<Partitioned> & { subject: Subject }

/** Logs are kept for the same time in all environments, and have no open rows. */
export const logs = { audit: partitioned.audit_log, requests: partitioned.request_log } as const
export type LogDays = Readonly<Record<keyof typeof logs, number>>
export const defaultLogDays: LogDays = { audit: 400, requests: 7 }

/** The tables that tell which objects are open come last. */
export const tablesOf: Readonly<Record<Kind, readonly KeptTable[]>> = {
  bodies: [
    { ...partitioned.email_attachments, subject: 'email' },
    { ...partitioned.email_bodies, subject: 'email' },
    { ...partitioned.outside_uses, subject: 'email' },
  ],
  events: [
    { ...partitioned.contact_events, subject: 'webhook delivery' },
    { ...partitioned.events, subject: 'webhook delivery' },
    { ...partitioned.webhook_deliveries, subject: 'webhook delivery' },
  ],
  messages: [
    { ...partitioned.email_search, subject: 'email' },
    { ...partitioned.email_blocks, subject: 'email' },
    { ...partitioned.emails, subject: 'email' },
    { ...partitioned.email_tags, subject: 'email' },
    { ...partitioned.email_progress, subject: 'email' },
    { ...partitioned.deliveries, subject: 'email' },
    { ...partitioned.email_fallbacks, subject: 'email' },
    { ...partitioned.sms_blocks, subject: 'sms' },
    { table: 'sms_parts', key: 'sms_id', subject: 'sms' },
    { ...partitioned.sms, subject: 'sms' },
    { ...partitioned.sms_progress, subject: 'sms' },
    { table: 'workflow_run_steps', key: 'run_id', subject: 'run' },
    { table: 'workflow_runs', key: 'id', subject: 'run' },
  ],
}

const dayMs = 86_400_000

/** The retention of older data has ended. */
export const keptSince = (days: number, now: Date): Date => new Date(now.getTime() - days * dayMs)
