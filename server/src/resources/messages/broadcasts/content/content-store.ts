/** The contents of broadcasts, stored once for all recipients. */
import { sql } from 'kysely'
import { asTable, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Variant } from '#resources/messages/emails/draft.ts'

export type ContentKey = { environmentId: string; broadcastId: string; variant: Variant }

export const nameOf = ({ environmentId, broadcastId, variant }: ContentKey): string =>
  `${environmentId} ${broadcastId} ${variant}`

/** A text message has its body in `text`, and no subject. */
export type Content = {
  subject: string
  html: string | null
  text: string | null
  /** The variables that it prints. */
  uses: readonly string[]
  /** The variables that are the same for all recipients. */
  variables: Readonly<Record<string, unknown>>
  templateId: string | null
}

export async function findContents(
  db: Db,
  keys: readonly ContentKey[],
): Promise<(Content & ContentKey & { organizationId: string })[]> {
  const { rows } = await sql<Content & ContentKey & { organizationId: string }>`
    select c.environment_id as "environmentId", c.broadcast_id as "broadcastId", c.variant, b.organization_id as "organizationId",
      c.subject, c.html, c.text, c.uses, c.variables, c.template_id as "templateId"
    from ${asTable(
      {
        environment_id: uuids(keys.map(key => key.environmentId)),
        broadcast_id: uuids(keys.map(key => key.broadcastId)),
        variant: texts(keys.map(key => key.variant)),
      },
      'wanted',
    )}
    join broadcast_contents c on c.environment_id = wanted.environment_id and c.broadcast_id = wanted.broadcast_id
      and c.variant = wanted.variant
    join broadcasts b on b.environment_id = c.environment_id and b.id = c.broadcast_id`.execute(db)
  return rows
}

/** Replaces the contents of a broadcast. */
export async function replaceContents(
  tx: Tx,
  { environmentId, broadcastId }: Omit<ContentKey, 'variant'>,
  contents: ReadonlyMap<Variant, Content>,
): Promise<void> {
  await tx
    .deleteFrom('broadcast_contents')
    .where('environment_id', '=', environmentId)
    .where('broadcast_id', '=', broadcastId)
    .execute()
  await tx
    .insertInto('broadcast_contents')
    .values(
      Array.from(contents, ([variant, content]) => ({
        environment_id: environmentId,
        broadcast_id: broadcastId,
        variant,
        subject: content.subject,
        html: content.html,
        text: content.text,
        uses: [...content.uses],
        variables: JSON.stringify(content.variables),
        template_id: content.templateId,
      })),
    )
    .execute()
}
