/** Stores for every 64 emails, text messages and contacts a signature of their ids and numbers. */
import { idDigits } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import { fillBlocks } from './fill-blocks.ts'
import { idBytes, numberBytes, signatureOf } from './signature.ts'
import { blocksOf, insertBlocks, type Kind, readNumbered } from './store.ts'

export const makeBlocks = (db: Db, kind: Kind, now: Date): Promise<number> =>
  fillBlocks(
    db,
    {
      of: kind,
      table: blocksOf[kind],
      read: (waiting, before, limit) => readNumbered(db, kind, waiting, before, limit),
      insert: (environmentId, blocks) =>
        insertBlocks(
          db,
          kind,
          environmentId,
          blocks.map(({ objects, ...ends }) => ({
            ...ends,
            ids: signatureOf(
              objects.map(({ id }) => idDigits(id)),
              idBytes,
            ),
            numbers: signatureOf(
              objects.flatMap(({ numbers }) => numbers),
              numberBytes,
            ),
          })),
        ),
    },
    now,
  )
