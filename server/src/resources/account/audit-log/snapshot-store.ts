/**
 * The state of an object for the log, before and after a change. `shown` is logged as it is; for `hidden`, which is long or secret,
 * only that it changed. Addresses of recipients are masked, so that the log does not keep a person who asks for erasure.
 */
import type { AuditedObject } from '@posthorn/contract/audit'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'

export type Snapshot = {
  organizationId: string | null
  environmentId: string | null
  name: string | null
  shown: Readonly<Record<string, unknown>>
  hidden: Readonly<Record<string, unknown>>
}

export type Wanted = { id: string; organizationId: string | null; environmentId: string | null }

const none = sql`'{}'::jsonb`

type Parts = { name?: RawBuilder<unknown>; shown?: RawBuilder<unknown>; hidden?: RawBuilder<unknown> }

const selected = ({ name = sql`null`, shown = none, hidden = none }: Parts) =>
  sql`${name} as name, ${shown} as shown, ${hidden} as hidden`

const ofEnvironment = ({ id, environmentId }: Wanted, table: string, parts: Parts) => sql<Snapshot>`
  select e.organization_id as "organizationId", e.id as "environmentId", ${selected(parts)}
  from ${sql.id(table)} t join environments e on e.id = t.environment_id
  where t.id = ${id} and (${environmentId}::uuid is null or t.environment_id = ${environmentId})`

const ofOrganization = ({ id, organizationId }: Wanted, from: RawBuilder<unknown>, parts: Parts) => sql<Snapshot>`
  select t.organization_id as "organizationId", null as "environmentId", ${selected(parts)}
  from ${from} and t.organization_id = ${organizationId} and ${id}::uuid is not null`

const organization = ({ id }: Wanted, parts: Parts) => sql<Snapshot>`
  select t.id as "organizationId", null as "environmentId", ${selected({ name: sql`t.name`, ...parts })}
  from organizations t where t.id = ${id}`

const environment = ({ id }: Wanted, parts: Parts) => sql<Snapshot>`
  select t.organization_id as "organizationId", t.id as "environmentId", ${selected(parts)}
  from environments t left join retention r on r.environment_id = t.id where t.id = ${id}`

/** The host of a webhook. The rest of its URL often contains a secret. */
const host = sql`substring(t.url from '^[a-z]+://(?:[^/?#]*@)?([^/?#@]+)')`

const byType: Readonly<Record<AuditedObject, (wanted: Wanted) => RawBuilder<Snapshot>>> = {
  key: wanted =>
    ofEnvironment(wanted, 'api_keys', {
      name: sql`t.name || ' (' || t.hint || ')'`,
      shown: sql`jsonb_build_object('name', t.name, 'permissions', t.permissions)`,
    }),
  webhook: wanted =>
    ofEnvironment(wanted, 'webhooks', {
      name: sql`coalesce(t.nickname, ${host})`,
      shown: sql`jsonb_build_object('nickname', t.nickname, 'host', ${host}, 'status', t.status,
        'subscribed_events', t.subscribed_events)`,
      hidden: sql`jsonb_build_object('url', md5(t.url))`,
    }),
  template: wanted =>
    ofEnvironment(wanted, 'templates', {
      name: sql`t.friendly_name`,
      shown: sql`jsonb_build_object('friendly_name', t.friendly_name, 'published_version', t.published_version)`,
      hidden: sql`jsonb_build_object('description', md5(t.description), 'content', (
        select md5(string_agg(concat_ws('|', v.version, md5(v.subject), md5(v.html), md5(v.text), md5(v.mjml)), '' order by v.version))
        from template_versions v where v.environment_id = t.environment_id and v.template_id = t.id))`,
    }),
  workflow: wanted =>
    ofEnvironment(wanted, 'workflows', {
      name: sql`t.name`,
      shown: sql`jsonb_build_object('name', t.name, 'status', t.status, 'trigger_type', t.trigger_type)`,
      hidden: sql`jsonb_build_object('description', md5(t.description), 'trigger_config', md5(t.trigger_config::text),
        'workflow_definition', md5(t.workflow_definition::text))`,
    }),
  topic: wanted =>
    ofEnvironment(wanted, 'topics', {
      name: sql`t.name`,
      shown: sql`jsonb_build_object('name', t.name, 'is_default_topic', t.is_default_topic, 'display_order', t.display_order,
        'confirmation', t.confirmation)`,
      hidden: sql`jsonb_build_object('description', md5(t.description))`,
    }),
  broadcast: wanted =>
    ofEnvironment(wanted, 'broadcasts', {
      name: sql`t.name`,
      shown: sql`jsonb_build_object('name', t.name, 'channel', t.channel, 'state', t.state, 'scheduled_for', t.scheduled_for,
        'topic_id', t.settings -> 'topic_id', 'segment_id', t.settings -> 'segment_id', 'everyone', t.settings -> 'everyone')`,
      hidden: sql`jsonb_build_object('settings', md5(t.settings::text))`,
    }),
  signup_form: wanted =>
    ofEnvironment(wanted, 'signup_forms', {
      name: sql`t.name`,
      shown: sql`jsonb_build_object('name', t.name, 'topic_ids', t.topic_ids, 'fields', t.fields, 'wording', t.wording,
        'allowed_origins', t.allowed_origins, 'redirect_url', t.redirect_url)`,
      hidden: sql`'{}'::jsonb`,
    }),
  suppression: wanted =>
    ofEnvironment(wanted, 'suppressions', {
      name: sql`left(t.email, 1) || '…@' || split_part(t.email, '@', 2)`,
      shown: sql`jsonb_build_object('reason', t.reason)`,
    }),
  contact_field: wanted =>
    ofEnvironment(wanted, 'contact_fields', {
      name: sql`t.key`,
      shown: sql`jsonb_build_object('type', t.type, 'fallback', t.fallback)`,
    }),
  segment: wanted =>
    ofEnvironment(wanted, 'segments', {
      name: sql`t.name`,
      shown: sql`jsonb_build_object('name', t.name)`,
      hidden: sql`jsonb_build_object('description', md5(t.description), 'filter', md5(t.filter::text))`,
    }),
  contact: wanted => ofEnvironment(wanted, 'contacts', {}),
  email: wanted => ofEnvironment(wanted, 'emails', {}),
  broadcasts: wanted => ofEnvironment(wanted, 'broadcast_pauses', { name: sql`t.domain` }),
  retention: wanted =>
    environment(wanted, {
      shown: sql`case when r.environment_id is null then ${none} else jsonb_build_object('bodies_days', r.bodies_days,
        'events_days', r.events_days, 'messages_days', r.messages_days) end`,
    }),
  alerts: wanted =>
    environment(wanted, {
      shown: sql`(select jsonb_build_object('rules', s.rules, 'mail_to', s.mail_to, 'slack', s.slack_hint)
        from alert_settings s where s.environment_id = t.id)`,
      hidden: sql`(select jsonb_build_object('slack_url', md5(s.slack)) from alert_settings s where s.environment_id = t.id)`,
    }),
  quiet_hours: wanted =>
    environment(wanted, {
      shown: sql`jsonb_build_object('from', to_char(make_interval(mins => t.quiet_from), 'HH24:MI'),
        'to', to_char(make_interval(mins => t.quiet_to), 'HH24:MI'))`,
    }),
  organization: wanted =>
    organization(wanted, {
      shown: sql`jsonb_build_object('name', t.name, 'plan', t.plan, 'requests_per_hour', t.requests_per_hour,
        'sends_per_hour', t.sends_per_hour, 'sends_per_day', t.sends_per_day, 'sends_per_month', t.sends_per_month)`,
    }),
  branding: ({ id }) => sql<Snapshot>`
    select t.id as "organizationId", null as "environmentId", ${selected({
      name: sql`t.name`,
      shown: sql`jsonb_build_object('name', b.name, 'color', b.color, 'website', b.website,
        'unsubscribe_words', b.unsubscribe_words, 'confirmation_words', b.confirmation_words)`,
      hidden: sql`jsonb_build_object('logo', b.logo_hash)`,
    })}
    from organizations t left join branding b on b.organization_id = t.id where t.id = ${id}`,
  broadcast_rules: wanted =>
    organization(wanted, {
      shown: sql`jsonb_build_object('max_bounce_percent', t.max_bounce_percent,
        'max_complaint_percent', t.max_complaint_percent, 'unsubscribe_line', t.unsubscribe_line)`,
    }),
  credits: wanted => organization(wanted, { name: sql`null` }),
  domain: wanted =>
    ofOrganization(wanted, sql`domains t where t.id = ${wanted.id}`, {
      name: sql`t.name`,
      shown: sql`jsonb_build_object('tracking_host', t.tracking_host, 'require_tls', t.require_tls)`,
    }),
  invitation: wanted =>
    ofOrganization(wanted, sql`invitations t where t.id = ${wanted.id}`, {
      name: sql`t.email`,
      shown: sql`jsonb_build_object('role', t.role)`,
    }),
  member: wanted =>
    ofOrganization(wanted, sql`members t join people p on p.id = t.person_id where t.person_id = ${wanted.id}`, {
      name: sql`p.name || ' (' || p.email || ')'`,
      shown: sql`jsonb_build_object('role', t.role)`,
    }),
  person: ({ id }) => sql<Snapshot>`
    select null as "organizationId", null as "environmentId",
      ${selected({ name: sql`t.name || ' (' || t.email || ')'`, shown: sql`jsonb_build_object('name', t.name)` })}
    from people t where t.id = ${id}`,
  // The sending plan belongs to the installation, so it is logged for the first organization, whose owners run it.
  sending_plan: wanted => organization(wanted, { name: sql`null` }),
  // A number has no id, so it is logged with the id of its organization.
  number: wanted => organization(wanted, { name: sql`null` }),
}

/**
 * Until the transaction ends, no other audited change of the object begins; otherwise one entry could contain the other's change. This is an
 * advisory lock and not a row lock, because changes lock other rows before the object's row.
 */
export async function lockObject(tx: Tx, type: AuditedObject, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audited ' || ${type}::text || ' ' || ${id}, 0))`.execute(tx)
}

export async function findSnapshot(tx: Tx, type: AuditedObject, wanted: Wanted): Promise<Snapshot | undefined> {
  return (await byType[type](wanted).execute(tx)).rows[0]
}
