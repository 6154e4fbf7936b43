import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { type AllFigures, figuresOf, figuresOfEach } from '#resources/messages/broadcast-figures/read.ts'
import type { Broadcast } from './broadcast.ts'
import { type BroadcastFilters, findBroadcast, listBroadcasts } from './store.ts'

export type WithFigures = Broadcast & { figures: AllFigures }

export async function readBroadcast(
  db: Db,
  { environmentId }: Pick<Caller, 'environmentId'>,
  id: string,
): Promise<Broadcast> {
  const broadcast = isId(id) ? await findBroadcast(db, { environmentId, id }) : undefined
  if (!broadcast) throw notFound('broadcast')
  return broadcast
}

export const withFigures = async (db: Db, broadcast: Broadcast): Promise<WithFigures> => ({
  ...broadcast,
  figures: await figuresOf(db, broadcast),
})

export async function readBroadcasts(
  db: Db,
  { environmentId }: Pick<Caller, 'environmentId'>,
  page: PageRequest,
  filters: BroadcastFilters,
): Promise<WithFigures[]> {
  const broadcasts = await listBroadcasts(db, environmentId, page, filters)
  const figures = await figuresOfEach(db, environmentId, broadcasts)
  return broadcasts.flatMap((broadcast, nth) => {
    const own = figures[nth]
    return own ? [{ ...broadcast, figures: own }] : []
  })
}
