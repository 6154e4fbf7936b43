/** The content of a broadcast stands with that, once for all: it is filled in with the values of an email whenever somebody needs it. */
import { Refusal } from '#core/refusal.ts'
import type { BroadcastPart, Content } from './content/content-store.ts'

export type ToFill = BroadcastPart & { environmentId: string }
export type FilledBroadcast = { subject: string; html: string | null; text: string | null }

/** In the order asked. The same values make the same content. */
export type FillBroadcasts = (wanted: readonly ToFill[]) => Promise<(FilledBroadcast | Refusal)[]>

/** For whoever has no emails of broadcasts. */
export const noBroadcasts: FillBroadcasts = async wanted => {
  if (wanted.length > 0) throw new Error('the content of broadcasts cannot be filled in here')
  return []
}

/** What others wrote as it is, and that of broadcasts filled in. In the order given. */
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
