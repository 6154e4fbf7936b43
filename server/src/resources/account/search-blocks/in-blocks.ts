/** Finds objects of an environment by a part of an id or a number: first the objects that are in no block yet, then those of the blocks with all groups of the part. */
import { type RawBuilder, sql } from 'kysely'
import { bitsOf, idBytes, numberBytes } from './signature.ts'

const signatures = { ids: idBytes, numbers: numberBytes } as const

type Search = {
  in:
    | { blocks: 'email_blocks' | 'contact_blocks'; signature: 'ids' }
    | { blocks: 'sms_blocks'; signature: 'ids' | 'numbers' }
  environmentId: string
  before: string | undefined
  part: string
  limit: number
  /** The newest `limit` that match in a range of ids, in order. */
  those: (range: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** The newest `limit` matches, unordered. */
export function inBlocks({
  in: { blocks, signature },
  environmentId,
  before,
  part,
  limit,
  those,
}: Search): RawBuilder<unknown> {
  const bits = bitsOf(part, signatures[signature])
  const own = sql`from ${sql.table(blocks)} where environment_id = ${environmentId}`
  return sql`(
    with known as materialized (
      select coalesce((select last_id ${own} order by last_id desc limit 1), '00000000-0000-0000-0000-000000000000') as id
    ), newest as materialized (
      ${those(sql`id > (select id from known)`)}
    ), older as materialized (
      select found.* from (
        select after_id, last_id ${own} and (select count(*) from newest) < ${limit}
          ${before === undefined ? sql`` : sql`and after_id < ${before}`}
          ${sql.join(
            bits.map(bit => sql`and get_bit(${sql.ref(signature)}, ${sql.lit(bit)}) = 1`),
            sql` `,
          )}
        order by last_id desc offset 0
      ) as blocks
      cross join lateral (${those(sql`id > blocks.after_id and id <= blocks.last_id`)}) as found
      limit ${limit}
    )
    select * from newest union all select * from older
  )`
}
