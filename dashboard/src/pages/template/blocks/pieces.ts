/**
 * Reads MJML far enough to find its elements. The source may be incomplete and have Liquid anywhere. One pass, whatever the
 * source is.
 */
export type Piece = {
  kind: 'open' | 'close' | 'alone' | 'comment' | 'tag' | 'output'
  /** The name of the element or Liquid tag. */
  name: string
  from: number
  to: number
}

const begins = /<!--|<(\/?)(mj-[\w-]+|mjml)(?![\w-])|\{%-?\s*(\w*)|\{\{/g

/** The elements, comments and tags in order; stops early at one that is not closed. */
export function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = []
  const search = new RegExp(begins)
  for (let found = search.exec(source); found; found = search.exec(source)) {
    const piece = pieceAt(source, found)
    if (!piece) break
    pieces.push(piece)
    search.lastIndex = piece.to
  }
  return pieces
}

function pieceAt(source: string, found: RegExpExecArray): Piece | undefined {
  const [text, closing, element, tag] = found
  const from = found.index
  const piece = (kind: Piece['kind'], name: string, to: number | undefined): Piece | undefined =>
    to === undefined ? undefined : { kind, name, from, to }
  if (text === '<!--') return piece('comment', '', endOf(source, '-->', from))
  if (text === '{{') return piece('output', '', endOf(source, '}}', from))
  if (tag !== undefined) return piece('tag', tag, tagEnd(source, tag, from))
  const to = elementEnd(source, from)
  if (closing) return piece('close', element ?? '', to)
  return piece(to !== undefined && source[to - 2] === '/' ? 'alone' : 'open', element ?? '', to)
}

function endOf(source: string, mark: string, from: number): number | undefined {
  const at = source.indexOf(mark, from)
  return at === -1 ? undefined : at + mark.length
}

/** The content of these tags is plain text. */
const verbatim: Record<string, RegExp> = {
  raw: /\{%-?\s*endraw\s*-?%\}/g,
  comment: /\{%-?\s*endcomment\s*-?%\}/g,
}

function tagEnd(source: string, name: string, from: number): number | undefined {
  const end = endOf(source, '%}', from)
  const closing = Object.hasOwn(verbatim, name) && verbatim[name]
  if (!closing || end === undefined) return end
  const search = new RegExp(closing)
  search.lastIndex = end
  return search.exec(source) ? search.lastIndex : undefined
}

/** The offset after its `>`. A `>` in quotes or Liquid does not count. */
function elementEnd(source: string, from: number): number | undefined {
  let quote = ''
  for (let at = from; at < source.length; at++) {
    const sign = source[at] ?? ''
    if (sign === '{' && (source[at + 1] === '{' || source[at + 1] === '%')) {
      const end = endOf(source, source[at + 1] === '{' ? '}}' : '%}', at)
      if (end === undefined) return undefined
      at = end - 1
    } else if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return undefined
}
