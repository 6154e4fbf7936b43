/** Emails that were handed over, and what is known of them. */
import { sql } from 'kysely'
import { newId } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import type { Hit } from './hit.ts'

export const handedOverAt = new Date('2026-01-01T12:00:00Z')
export const minutesLater = (minutes: number): Date => new Date(handedOverAt.getTime() + minutes * 60_000)

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export const hitOn = (email: EmailKey, special: Partial<Hit> = {}): Hit => ({
  kind: 'open',
  ...email,
  nth: 0,
  userAgent: browser,
  ipAddress: '198.51.100.7',
  at: minutesLater(1),
  ...special,
})

export async function createEmail(
  { db }: Database,
  { recipients = ['ada@a.test'], tags = ['spring'] }: { recipients?: string[]; tags?: string[] } = {},
): Promise<EmailKey> {
  const [environmentId, emailId] = [newId(handedOverAt), newId(handedOverAt)]
  await sql`
    with accepted as (
      insert into emails (environment_id, id, organization_id, from_address, to_addresses, subject, tags, message_stream,
        size, attachments, created_at)
      values (${environmentId}, ${emailId}, ${environmentId}, 'shop@acme.test', ${recipients}, 'Hi', ${tags}, 'broadcast', 9,
        0, ${handedOverAt})
    ), progress as (
      insert into email_progress (environment_id, email_id, status, recipients, sent_at, delivered_at)
      values (${environmentId}, ${emailId}, 'delivered', ${recipients.length}, ${handedOverAt}, ${handedOverAt})
    )
    insert into deliveries (environment_id, email_id, nth, address, state, give_up_at)
    select ${environmentId}, ${emailId}, nth - 1, address, 'delivered', now()
    from unnest(${recipients}::text[]) with ordinality as given (address, nth)`.execute(db)
  return { environmentId, emailId }
}

export const progressOf = ({ db }: Database, { environmentId, emailId }: EmailKey) =>
  db
    .selectFrom('email_progress')
    .select(['open_count', 'click_count', 'human_open_count', 'human_click_count'])
    .select(['opened_at', 'clicked_at', 'human_opened_at', 'human_clicked_at'])
    .where('environment_id', '=', environmentId)
    .where('email_id', '=', emailId)
    .executeTakeFirstOrThrow()
