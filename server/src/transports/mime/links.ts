/**
 * Links of an html body, changed where they stand: everything else keeps its bytes, however broken it is. Comments, and so
 * what is only for Outlook, are left alone. Takes time in proportion to the html, whatever is in it.
 */
import { QuoteType, Tokenizer } from 'htmlparser2'

type Link = {
  url: string
  /** Where the value stands, with its quotes if it has any. */
  start: number
  end: number
  quote: '"' | "'"
}

/**
 * Gives links that lead to the web another address. Undefined leaves one as it is; so does `data-track="off"`, and the
 * addresses that stand for the recipient's own.
 */
export function rewriteLinks(html: string, toAddress: (url: string) => string | undefined): string {
  const pieces: string[] = []
  let done = 0
  for (const { url, start, end, quote } of findLinks(html)) {
    const address = toAddress(url)
    if (address === undefined) continue
    pieces.push(html.slice(done, start), quote, escapeAttribute(address), quote)
    done = end
  }
  return pieces.length === 0 ? html : pieces.join('') + html.slice(done)
}

/** A picture that nobody sees, loaded by whoever shows the email. */
export const addPixel = (html: string, address: string): string =>
  addToBody(html, `<img src="${escapeAttribute(address)}" width="1" height="1" alt="" style="border:0" />`)

/** A link that no person sees or reaches with the keyboard. To be added after the links are rewritten. */
export const addHoneypot = (html: string, address: string): string =>
  addToBody(
    html,
    `<a href="${escapeAttribute(address)}" rel="nofollow" aria-hidden="true" tabindex="-1" style="display:none;mso-hide:all"></a>`,
  )

type Callbacks = Required<ConstructorParameters<typeof Tokenizer>[1]>

const nothing = () => {}
const silent: Omit<Callbacks, 'isInForeignContext'> = {
  onattribdata: nothing,
  onattribentity: nothing,
  onattribend: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
  ontext: nothing,
  ontextentity: nothing,
}

function tokenize(html: string, callbacks: Partial<Callbacks>): void {
  const tokenizer = new Tokenizer({}, { ...silent, ...callbacks })
  tokenizer.write(html)
  tokenizer.end()
}

function findLinks(html: string): Link[] {
  const links: Link[] = []
  let isLink = false
  let isOff = false
  let found: Link | undefined
  let name = ''
  let nameEnd = 0
  let value = ''

  const endOfTag = () => {
    if (isLink && !isOff && found && isTrackable(found.url)) links.push(found)
    isLink = false
  }
  tokenize(html, {
    onopentagname(start, end) {
      isLink = isNamed(html, start, end, 'a') || isNamed(html, start, end, 'area')
      isOff = false
      found = undefined
      name = ''
    },
    onattribname(start, end) {
      if (!isLink) return
      name = end - start <= 10 ? html.slice(start, end).toLowerCase() : ''
      nameEnd = end
      value = ''
    },
    onattribdata(start, end) {
      if (isLink && name !== '') value += html.slice(start, end)
    },
    onattribentity(codepoint) {
      if (isLink && name !== '') value += String.fromCodePoint(codepoint)
    },
    onattribend(quote, end) {
      if (!isLink || quote === QuoteType.NoValue) return
      if (name === 'data-track') isOff ||= value.trim().toLowerCase() === 'off'
      // Browsers take the first of several.
      if (name === 'href') found ??= linkAt(html, nameEnd, end, quote, value)
    },
    onopentagend: endOfTag,
    onselfclosingtag: endOfTag,
  })
  return links
}

const isNamed = (html: string, start: number, end: number, name: string): boolean =>
  end - start === name.length && html.slice(start, end).toLowerCase() === name

function linkAt(html: string, nameEnd: number, end: number, quote: QuoteType, value: string): Link {
  let start = html.indexOf('=', nameEnd) + 1
  while (/[ \t\n\f\r]/.test(html.charAt(start))) start++
  // What a browser does not take for a part of an address: https://url.spec.whatwg.org/#concept-basic-url-parser
  const url = value.trim().replace(/[\t\n\r]/g, '')
  return { url, start, end, quote: quote === QuoteType.Single ? "'" : '"' }
}

/** Only one for the web, and none that each recipient gets an own address for later. */
const isTrackable = (url: string): boolean => web.test(url) && !placeholder.test(url) && URL.canParse(url)

// biome-ignore lint/suspicious/noControlCharactersInRegex: no address has one.
const web = /^https?:\/\/[^\x00-\x1f\x7f]+$/i
const placeholder = /^https?:\/\/(?:unsubscribe|preferences)\.posthorn\.invalid(?:[/?#]|$)/i

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' }
const escapeAttribute = (text: string): string => text.replace(/[&"'<>]/g, sign => escapes[sign] ?? sign)

/** Before the last </body>, or at the end where there is none. */
function addToBody(html: string, addition: string): string {
  let at = html.length
  tokenize(html, {
    onclosetag(start, end) {
      if (isNamed(html, start, end, 'body')) at = start - 2
    },
  })
  return html.slice(0, at) + addition + html.slice(at)
}
