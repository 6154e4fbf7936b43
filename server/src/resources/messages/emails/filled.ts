/**
 * The content of a broadcast is stored once, with the broadcast. It is filled in with the values of an email whenever it is needed.
 */
import { Refusal } from '#core/refusal.ts'
import type { BroadcastPart, Content } from './content/content-store.ts'

export type ToFill = BroadcastPart & { environmentId: string }
export type FilledBroadcast = { subject: string; html: string | null; text: string | null }

/** In the order asked. The same values always make the same content. */
export type FillBroadcasts = (wanted: readonly ToFill[]) => Promise<(FilledBroadcast | Refusal)[]>

/** For callers that never handle emails of broadcasts. */
export const noBroadcasts: FillBroadcasts = async wanted => {
  if (wanted.length > 0) throw new Error('the content of broadcasts cannot be filled in here')
  return []
}

/** Returns the contents in the order given: those of broadcasts filled in, the others unchanged. */
export async function withFilled(
  fill: FillBroadcasts,
  contents: readonly { environmentId: string; content: Content }[],
): Promise<(Content | Refusal)[]> {
  const toFill = contents.flatMap(({ environmentId, content: { broadcast } }) =>
    broadcast ? [{ ...broadcast, environmentId }] : [],
  )
  const filled = toFill.length > 0 ? await fill(toFill) : []
  let next = 0
  return contents.map(({ content }) => {
    if (!content.broadcast) return content
    const own = filled[next++] ?? new Error('a broadcast was not filled in')
    if (own instanceof Refusal) return own
    if (own instanceof Error) throw own
    return { ...content, ...own, broadcast: null }
  })
}
