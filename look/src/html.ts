/** HTML that is escaped by construction: text becomes markup only through the `html` tag. */

export type Html = { readonly markup: string }
export type Content = Html | string | number | undefined | false | readonly Content[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeText = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? '')

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
