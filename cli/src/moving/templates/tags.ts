/** Splits a text into tags with double or triple braces and the text between them. Linear for any input. */
export type Tag = { source: string; inside: string; isRaw: boolean }

/** Longer tags count as text. */
const maxTagLength = 1_000

export function* readTags(source: string): Generator<string | Tag> {
  const ends = { comment: finder(source, '--}}'), raw: finder(source, '}}}'), plain: finder(source, '}}') }
  let from = 0
  for (let at = source.indexOf('{{'); at >= 0; at = source.indexOf('{{', at)) {
    const tag = tagAt(source, at, ends)
    if (!tag) {
      at += 2
      continue
    }
    if (at > from) yield source.slice(from, at)
    yield tag
    at += tag.source.length
    from = at
  }
  if (from < source.length) yield source.slice(from)
}

type Finder = (from: number) => number

/** Finds the next occurrence for increasing positions, so no part of the text is searched twice. */
function finder(source: string, word: string): Finder {
  let found = -1
  let isOver = false
  return from => {
    if (!isOver && found < from) {
      found = source.indexOf(word, from)
      isOver = found < 0
    }
    return isOver ? -1 : found
  }
}

function tagAt(source: string, at: number, ends: Record<'comment' | 'raw' | 'plain', Finder>): Tag | undefined {
  if (source.startsWith('{{!--', at)) {
    const end = ends.comment(at + 5)
    return end < 0 ? undefined : { source: source.slice(at, end + 4), inside: '!', isRaw: false }
  }
  const isRaw = source.startsWith('{{{', at)
  const width = isRaw ? 3 : 2
  const end = (isRaw ? ends.raw : ends.plain)(at + width)
  if (end < 0 || end - at > maxTagLength) return undefined
  const inside = source.slice(at + width, end)
  return inside.includes('{{') ? undefined : { source: source.slice(at, end + width), inside, isRaw }
}
