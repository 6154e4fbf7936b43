/** Finds the element that was left open: the compiler says only that the source ended too early. */

const voids = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])

/** Html elements without an end tag. */
export const isVoid = (name: string): boolean => voids.has(name.toLowerCase())

/** Where its tag begins. Takes one pass: a comment that never ends is skipped to the end. */
export function unclosedIn(text: string): { name: string; at: number } | undefined {
  const open: { name: string; at: number }[] = []
  const pieces = /<(?:!--|(\/?)([\w-]+)([^<>]*))/g
  for (let piece = pieces.exec(text); piece; piece = pieces.exec(text)) {
    const [, closing, name, rest = ''] = piece
    if (name === undefined) pieces.lastIndex = endOf(text, '-->', pieces.lastIndex)
    else if (closing && open.at(-1)?.name !== name) break
    else if (closing) open.pop()
    else if (!rest.endsWith('/') && !isVoid(name)) open.push({ name, at: piece.index })
  }
  return open.at(-1)
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
}
