import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import type { OutsideContent } from '../body/outside-content.ts'

/** A file without its bytes. `nth` numbers the files of an email from 0. */
export type FileLabel = {
  nth: number
  filename: string
  type: string
  contentId: string | null
  inline: boolean
  size: number
}

const labelColumns = sql`a.nth, a.filename, a.type, a.content_id as "contentId", a.inline,
  coalesce(c.size, octet_length(a.content)) as size`

/** The files of an email, each joined with its content outside the database, if it has one. */
const filesOf = ({ environmentId, emailId }: EmailKey) => sql`email_attachments a
  left join outside_uses u on u.environment_id = a.environment_id and u.email_id = a.email_id and u.nth = a.nth
  left join outside_contents c on c.environment_id = u.environment_id and c.id = u.content_id
  where a.environment_id = ${environmentId} and a.email_id = ${emailId}`

export async function listFiles(db: Db, key: EmailKey): Promise<FileLabel[]> {
  const { rows } = await sql<FileLabel>`select ${labelColumns} from ${filesOf(key)} order by a.nth`.execute(db)
  return rows
}

export async function findFile(
  db: Db,
  key: EmailKey,
  nth: number,
): Promise<(FileLabel & { content: Buffer; outside: OutsideContent | null }) | undefined> {
  const { rows } = await sql<FileLabel & { content: Buffer; outside: OutsideContent | null }>`
    select ${labelColumns}, a.content, case when c.id is not null then
      json_build_object('environmentId', c.environment_id, 'id', c.id, 'hash', encode(c.hash, 'hex')) end as outside
    from ${filesOf(key)} and a.nth = ${nth}`.execute(db)
  return rows[0]
}
