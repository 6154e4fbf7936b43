/**
 * Changes the links of an html body in place: all other bytes stay, however broken the html is. Comments, including
 * content only for Outlook, are not touched. Takes linear time for any html.
 */
import { QuoteType } from 'htmlparser2'
import type { EditHtml, HtmlLink, HtmlMarks } from '../transport.ts'
import { type TokenCallbacks, tokenize } from './html-tokens.ts'

/** Sealing a URL takes 20 µs per recipient. Links over this limit stay unchanged. */
const maxLinks = 1_000

/** Finds web links, except those with `data-track="off"` and the placeholders for links of the recipient. */
export function findMarks(html: string): HtmlMarks {
  const links: HtmlLink[] = []
  // Before the last </body>, or at the end if there is none.
  let bodyEnd = html.length
  tokenize(html, {
    ...linkCallbacks(html, link => {
      if (links.length < maxLinks && isTrackable(link.url)) links.push(link)
    }),
    onclosetag(start, end) {
      if (isNamed(html, start, end, 'body')) bodyEnd = start - 2
    },
  })
  return { links, bodyEnd }
}

export const changeHtml: EditHtml['change'] = (html, { links, bodyEnd }, { toAddress, honeypot, pixel, fill }) => {
  const additions = (honeypot ? honeypotLink(honeypot) : '') + (pixel ? pixelImage(pixel) : '')
  const pieces: string[] = []
  let done = 0
  let isBodyDone = false
  const replace = (start: number, end: number, text: string) => {
    pieces.push(fill(html.slice(done, start)), text)
    done = end
  }
  const endBody = () => {
    if (!isBodyDone) replace(bodyEnd, bodyEnd, additions)
    isBodyDone = true
  }
  for (const { url, start, end, quote } of links) {
    const address = toAddress(fill(url))
    if (bodyEnd <= start) endBody()
    if (address !== undefined) replace(start, end, `${quote}${escapeAttribute(address)}${quote}`)
  }
  endBody()
  return pieces.join('') + fill(html.slice(done))
}

/**
 * An invisible image, loaded by the program that shows the email. It is a background: with an <img> in html of up to 3,200 characters, a message
 * counts as image-only (SpamAssassin's HTML_IMAGE_ONLY, 0.6 to 2.8 points), and it makes the number of links odd (rspamd's
 * URI_COUNT_ODD, 1.0). Outlook for Windows does not support backgrounds, and only Outlook reads the comment.
 */
const pixelImage = (address: string): string => {
  const source = escapeAttribute(address)
  const background = `<div style="width:1px;height:1px;background-image:url('${source}')"></div>`
  return `${background}<!--[if mso]><img src="${source}" width="1" height="1" alt="" /><![endif]-->`
}

/**
 * A link that no person can see or reach with the keyboard: it is empty, so it takes no space. No style hides it, because
 * SpamAssassin counts that against mail that comes directly from its sender (STY_INVIS_DIRECT, 1.0 points).
 */
const honeypotLink = (address: string): string =>
  `<a href="${escapeAttribute(address)}" rel="nofollow" aria-hidden="true" tabindex="-1"></a>`

function linkCallbacks(html: string, onLink: (link: HtmlLink) => void): TokenCallbacks {
  let isLink = false
  let isOff = false
  let found: HtmlLink | undefined
  let name = ''
  let nameEnd = 0
  let value = ''

  const endOfTag = () => {
    if (isLink && !isOff && found) onLink(found)
    isLink = false
  }
  return {
    onopentagname(start: number, end: number) {
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
      // Browsers use the first of several.
      if (name === 'href') found ??= linkAt(html, nameEnd, end, quote, value)
    },
    onopentagend: endOfTag,
    onselfclosingtag: endOfTag,
  }
}

const isNamed = (html: string, start: number, end: number, name: string): boolean =>
  end - start === name.length && html.slice(start, end).toLowerCase() === name

function linkAt(html: string, nameEnd: number, end: number, quote: QuoteType, value: string): HtmlLink {
  let start = html.indexOf('=', nameEnd) + 1
  while (/[ \t\n\f\r]/.test(html.charAt(start))) start++
  // Characters that browsers remove from a URL: https://url.spec.whatwg.org/#concept-basic-url-parser
  const url = value.trim().replace(/[\t\n\r]/g, '')
  return { url, start, end, quote: quote === QuoteType.Single ? "'" : '"' }
}

/** True for web links, except placeholders that are replaced for each recipient later. */
const isTrackable = (url: string): boolean => web.test(url) && !placeholder.test(url) && URL.canParse(url)

// biome-ignore lint/suspicious/noControlCharactersInRegex: no URL has one.
const web = /^https?:\/\/[^\x00-\x1f\x7f]+$/i
const placeholder = /^https?:\/\/(?:unsubscribe|preferences)\.posthorn\.invalid(?:[/?#]|$)/i

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' }
const escapeAttribute = (text: string): string => text.replace(/[&"'<>]/g, sign => escapes[sign] ?? sign)
