/** HTML that is escaped by construction: text becomes markup only through the `html` tag. */

export type Html = { readonly markup: string }
export type Content = Html | string | number | undefined | false | readonly Content[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeText = (text: string): string =>
  closeDirections(text).replace(/[&<>"']/g, character => entities[character] ?? '')

const [endOfEmbedding, endOfIsolate] = ['\u202c', '\u2069']

/** Ends the text directions that a text begins and leaves open: a name with one of them would turn the rest of the line. */
function closeDirections(text: string): string {
  const open: string[] = []
  let isolates = 0
  for (const [mark] of text.matchAll(/[\u202a-\u202e\u2066-\u2069]/g)) {
    if (mark === endOfIsolate) {
      if (isolates === 0) continue
      // It also ends the embeddings within.
      open.length = open.lastIndexOf(mark)
      isolates--
    } else if (mark === endOfEmbedding) {
      if (open.at(-1) === mark) open.pop()
    } else if (mark < '\u2066') open.push(endOfEmbedding)
    else {
      open.push(endOfIsolate)
      isolates++
    }
  }
  return text + open.toReversed().join('')
}

function write(content: Content): string {
  if (content === undefined || content === false) return ''
  if (typeof content === 'string' || typeof content === 'number') return escapeText(String(content))
  return 'markup' in content ? content.markup : content.map(write).join('')
}

export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { markup: literals.map((literal, index) => literal + write(contents[index])).join('') }
}

/** For our own stylesheets, scripts and icons, which contain no foreign text. */
export const trusted = (markup: string): Html => ({ markup })
