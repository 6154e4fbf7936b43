/** An email, a text message, an event and its delivery to a webhook, all with the same id: a row in each partitioned table. */
export type MessageRows = {
  environmentId: string
  id: string
  /** Each of them still has work to do. */
  isOpen?: boolean
}

const tables = {
  emails:
    'id, organization_id, from_address, to_addresses, subject, html, message_stream, size, attachments, created_at',
  email_progress: 'email_id, status, recipients',
  email_tags: 'email_id, tag',
  deliveries: 'email_id, nth, address, state, give_up_at, due_at',
  email_fallbacks: 'email_id, organization_id, unless, within_seconds, state, due_at',
  email_attachments: 'email_id, nth, filename, type, inline, content',
  sms: 'id, organization_id, direction, from_number, to_number, body, encoding, segments, credits, charge, card_cost, created_at',
  sms_progress: 'sms_id, status, give_up_at, due_at',
  events: 'id, type, subject_id, data, created_at, position',
  contact_events: 'id, name, contact_id',
  webhook_deliveries: 'event_id, webhook_id, subject_id, type, created_at, position, due_at',
  email_search: 'last_id, after_id, grams',
  email_blocks: 'last_id, after_id, ids',
  sms_blocks: 'last_id, after_id, ids, numbers',
} as const

type Pool = { query(text: string, values: unknown[]): Promise<{ rows: { position?: string; table?: string }[] }> }

/** A database from before a migration lacks some of them. */
async function tablesIn(pool: Pool): Promise<(keyof typeof tables)[]> {
  const { rows } = await pool.query(
    'select name as table from unnest($1::text[]) as name where to_regclass(name) is not null',
    [Object.keys(tables)],
  )
  // `as`: the keys of `tables`.
  return rows.map(({ table }) => table as keyof typeof tables)
}

/** Bodies have their own table now; these are in the row of their email, as they were before. */
export async function insertMessage(pool: Pool, { environmentId, id, isOpen = false }: MessageRows): Promise<void> {
  const due = isOpen ? 'now()' : 'null'
  const [next] = (await pool.query("select nextval('events_position_seq') as position", [])).rows
  const values = {
    emails: `$2, $1, 'a@acme.test', '{b@example.com}', 's', '<p>Hello</p>', 'transactional', 1, 0, now()`,
    email_progress: `$2, '${isOpen ? 'processing' : 'sent'}', 1`,
    email_tags: `$2, 'welcome'`,
    deliveries: `$2, 0, 'b@example.com', '${isOpen ? 'waiting' : 'sent'}', now(), ${due}`,
    email_fallbacks: `$2, $1, 'delivered', 600, '${isOpen ? 'waiting' : 'sent'}', ${due}`,
    email_attachments: `$2, 0, 'a', 'b/c', false, ''`,
    sms: `$2, $1, 'outbound', '+1', '+2', 'b', 'gsm7', 1, 1, 1, 1, now()`,
    sms_progress: `$2, '${isOpen ? 'processing' : 'sent'}', now(), ${due}`,
    events: `$2, 'email.sent', $2, '{}', now(), ${next?.position}`,
    contact_events: `$2, 'order.paid', $2`,
    webhook_deliveries: `$2, $1, $2, 'email.sent', now(), ${next?.position}, ${due}`,
    email_search: `$2, '00000000-0000-0000-0000-000000000000', '{}'`,
    email_blocks: `$2, '00000000-0000-0000-0000-000000000000', ''`,
    sms_blocks: `$2, '00000000-0000-0000-0000-000000000000', '', ''`,
  } satisfies Record<keyof typeof tables, string>
  for (const table of await tablesIn(pool)) {
    const overriding = table === 'events' ? 'overriding system value' : ''
    await pool.query(
      `insert into ${table} (environment_id, ${tables[table]}) ${overriding} values ($1, ${values[table]})`,
      [environmentId, id],
    )
  }
}
