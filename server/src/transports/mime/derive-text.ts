/** Derives the plain text of an html body. Never throws, and hostile html costs no more than a large newsletter. */
import { Parser } from 'htmlparser2'
import { type Mark, TextWriter } from './text-writer.ts'

/** The html is cut at these limits. A newsletter has about 3,000 tags in 100 KB. */
const maxTags = 20_000
const maxLength = 1024 * 1024
/** For each closing tag the parser searches all open tags. Deeper tags are ignored, but not their content. */
const maxDepth = 200
/** Each level lengthens every line in it, so deeper quotes and lists are not indented further. */
const maxIndentation = 5

const skipped = new Set(['title', 'template', 'svg', 'object', 'script', 'style'])
const blocks: ReadonlyMap<string, 1 | 2> = new Map([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'table', 'hr'].map(name => [name, 2] as const),
  ...['address', 'article', 'aside', 'center', 'dd', 'details', 'div', 'dl', 'dt', 'fieldset', 'figure'].map(
    name => [name, 1] as const,
  ),
  ...['figcaption', 'footer', 'form', 'header', 'main', 'nav', 'section', 'summary', 'tr'].map(
    name => [name, 1] as const,
  ),
])

export function deriveText(html: string): string {
  const reader = htmlReader()
  const parser = new ShallowParser(reader)
  parser.end(cut(html))
  // Quotes and lists repeat their prefixes on each line: a megabyte of short lines would become six of text.
  return tidy(reader.text().slice(0, maxLength))
}

class ShallowParser extends Parser {
  readonly #reader: { readonly depth: number }

  constructor(reader: ReturnType<typeof htmlReader>) {
    super(reader)
    this.#reader = reader
  }

  override onopentagname(start: number, end: number): void {
    if (this.#reader.depth < maxDepth) super.onopentagname(start, end)
  }
}

type Link = { href: string; from: Mark }
type List = { next: number | undefined; isIndented: boolean }

function htmlReader() {
  const writer = new TextWriter()
  const links: Link[] = []
  const lists: List[] = []
  let silent = 0
  let verbatim = 0
  let quotes = 0
  let depth = 0

  function openList(name: string, start = '1'): void {
    writer.apart(lists.length === 0 ? 2 : 1)
    const first = Number.parseInt(start, 10)
    const next = name === 'ol' ? (Number.isSafeInteger(first) ? first : 1) : undefined
    lists.push({ next, isIndented: lists.length < maxIndentation })
  }

  function openItem(): void {
    writer.apart(1)
    const list = lists.at(-1)
    if (!list?.isIndented) return
    const marker = list.next === undefined ? '- ' : `${list.next++}. `
    writer.indent(' '.repeat(marker.length), marker)
  }

  /** Angle brackets as recommended by RFC 3986, appendix C, so that no client includes other brackets in the link. */
  function closeLink(): void {
    const { href, from } = links.pop() ?? { href: '', from: writer.mark() }
    if (href === '' || writer.says(href, from)) return
    if (writer.hasGrown(from)) writer.blank()
    writer.flow(`<${href}>`)
  }

  return {
    text: () => writer.text,

    get depth() {
      return depth
    },

    onopentagname() {
      depth++
    },

    onopentag(name: string, attributes: Record<string, string>) {
      if (skipped.has(name)) silent++
      if (silent > 0) return
      const breaks = blocks.get(name)
      if (breaks) writer.apart(breaks)
      if (name === 'a') links.push({ href: readableLink(attributes), from: writer.mark() })
      else if (name === 'br') writer.lineBreak()
      else if (name === 'img') writer.flow(attributes.alt ?? '')
      else if (name === 'pre') verbatim++
      else if (name === 'ul' || name === 'ol') openList(name, attributes.start)
      else if (name === 'li') openItem()
      else if (name === 'blockquote') {
        writer.apart(2)
        if (quotes++ < maxIndentation) writer.indent('> ')
      }
    },

    ontext(text: string) {
      if (silent > 0) return
      if (verbatim > 0) writer.verbatim(text)
      else writer.flow(text)
    },

    onclosetag(name: string) {
      depth--
      if (silent > 0) {
        if (skipped.has(name)) silent--
        return
      }
      const breaks = blocks.get(name)
      if (breaks) writer.apart(breaks)
      if (name === 'a') closeLink()
      else if (name === 'td' || name === 'th') writer.blank()
      else if (name === 'pre') verbatim--
      else if (name === 'ul' || name === 'ol') {
        lists.pop()
        writer.apart(lists.length === 0 ? 2 : 1)
      } else if (name === 'li') {
        if (lists.at(-1)?.isIndented) writer.outdent()
        writer.apart(1)
      } else if (name === 'blockquote') {
        if (--quotes < maxIndentation) writer.outdent()
        writer.apart(2)
      }
    },
  }
}

function cut(html: string): string {
  let end = -1
  for (let tags = 0; tags <= maxTags; tags++) {
    end = html.indexOf('<', end + 1)
    if (end === -1 || end > maxLength) return html.slice(0, maxLength)
  }
  return html.slice(0, end)
}

/** The target of a link, if it makes sense outside html. Links hidden from screen readers are left out. */
function readableLink({ href = '', 'aria-hidden': hidden }: Record<string, string>): string {
  const target = hidden === 'true' ? '' : href.trim()
  if (/^mailto:/i.test(target)) return readableAddress(target.slice('mailto:'.length).split('?', 1)[0] ?? '')
  return /^(?:https?|tel|sms):/i.test(target) ? target : ''
}

/** A plus is often encoded in a mail link, but nobody can write to the encoded address. */
function readableAddress(encoded: string): string {
  try {
    const address = decodeURIComponent(encoded)
    return /[\p{C}\s<>]/u.test(address) ? encoded : address
  } catch {
    return encoded
  }
}

/** Filler of the preview line in html mail, and remains of the layout, which are useless in text. */
const filler = /(?:[ \u00a0\u00ad\u2007\u200c\ufeff]|\u034f|\u200d){3,}/g

function tidy(text: string): string {
  const lines = text
    .replace(filler, run => (/^ +$/.test(run) ? run : ' '))
    .replaceAll('\u00a0', ' ')
    .split('\n')
  // Not by a regex: matching trailing spaces takes quadratic time on other spaces in the line.
  const trimmed = lines.map(line => line.trimEnd()).join('\n')
  return trimmed.replace(/\n{3,}/g, '\n\n').trim()
}
