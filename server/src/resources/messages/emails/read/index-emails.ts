/** Indexes emails in blocks of 64, by the groups of characters that occur in them. */
import type { Db } from '#postgres/database.ts'
import { fillBlocks } from '#resources/account/search-blocks/fill-blocks.ts'
import { insertBlocks, readTexts } from './block-store.ts'
import { gramsOf } from './grams.ts'

export const indexEmails = (db: Db, now: Date): Promise<number> =>
  fillBlocks(
    db,
    {
      of: 'emails',
      table: 'email_search',
      read: (waiting, before, limit) => readTexts(db, waiting, before, limit),
      insert: (environmentId, blocks) =>
        insertBlocks(
          db,
          environmentId,
          blocks.map(({ afterId, lastId, objects }) => ({
            after_id: afterId,
            last_id: lastId,
            grams: gramsOf(
              environmentId,
              objects.flatMap(({ texts }) => texts),
            ),
          })),
        ),
    },
    now,
  )
