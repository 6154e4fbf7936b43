/** Inspects an html body: counts, and the names of the features it uses. Takes linear time for any html. */
import type { HtmlFacts } from '../transport.ts'
import { tokenize } from './html-tokens.ts'

/** How many characters of CSS are read. A newsletter has about 20,000. */
const maxCss = 512 * 1024
/** The maximum number of distinct names, more than any email has. */
const maxNames = 1_000
const maxName = 40

type Note = (kind: string, name: string) => void

export function inspectHtml(html: string): HtmlFacts {
  const names = new Set<string>()
  const note: Note = (kind, name) => {
    if (names.size < maxNames) names.add(`${kind}:${name.toLowerCase()}`)
  }
  const { sheets, styles, ...counts } = readHtml(html, note)
  const sheet = withoutComments(sheets.slice(0, maxCss))
  for (const [, name = ''] of sheet.matchAll(/@([a-z-]{2,40})/gi)) note('at', name)
  for (const [, name = ''] of sheet.matchAll(/::?([a-z-]{2,40})/gi)) note('pseudo', name)
  for (const [, name = ''] of sheet.matchAll(/\((prefers-[a-z-]{2,40})/gi)) note('media', name)
  readDeclarations(`${withoutComments(styles.slice(0, maxCss))};${sheet}`, note)
  return { ...counts, features: [...names] }
}

function readHtml(html: string, note: Note) {
  const sheets: string[] = []
  const styles: string[] = []
  const counts = { links: 0, plainLinks: 0, images: 0, silentImages: 0, letters: 0 }
  let element = ''
  let attribute = ''
  let hasAddress = false
  let hasAlt = false
  let within = ''
  const endOfTag = () => {
    if (element === 'a' && hasAddress) counts.links++
    if (element === 'img') counts.images++
    if (element === 'img' && !hasAlt) counts.silentImages++
    within = element
  }
  tokenize(html, {
    onopentagname(start, end) {
      element = nameAt(html, start, end)
      hasAddress = false
      hasAlt = false
      note('element', element)
    },
    onattribname(start, end) {
      attribute = nameAt(html, start, end)
      hasAddress ||= attribute === 'href'
      hasAlt ||= attribute === 'alt'
      note('attribute', attribute)
    },
    onattribdata(start, end) {
      if (attribute === 'style') styles.push(html.slice(start, end), ';')
      if (attribute === 'src') noteImage(html.slice(start, Math.min(end, start + 2_000)), note)
      if (attribute === 'href' && /^\s{0,20}http:\/\//i.test(html.slice(start, start + 30))) counts.plainLinks++
    },
    onopentagend: endOfTag,
    onselfclosingtag: endOfTag,
    ontext(start, end) {
      if (within === 'style') sheets.push(html.slice(start, end))
      else if (!unread.has(within)) counts.letters += html.slice(start, end).trim().length
    },
    onclosetag() {
      within = ''
    },
  })
  return { ...counts, sheets: sheets.join(''), styles: styles.join('') }
}

const unread = new Set(['script', 'title'])

const nameAt = (html: string, start: number, end: number): string =>
  end - start <= maxName ? html.slice(start, end).toLowerCase() : ''

function noteImage(address: string, note: Note): void {
  const [path = ''] = address.split(/[?#]/, 1)
  const kind = /^\s{0,20}data:/i.test(address) ? 'data' : /\.(svg|webp|avif)\s{0,20}$/i.exec(path.slice(-30))?.[1]
  if (kind) note('image', kind)
}

function readDeclarations(css: string, note: Note): void {
  for (const [, name = ''] of css.matchAll(/(?:^|[;{\s])([a-z-]{2,40})\s{0,20}:/gi)) note('property', name)
  for (const [, name = ''] of css.matchAll(/([a-z-]{2,40})\(/gi)) note('function', name)
  for (const [, unit = ''] of css.matchAll(/\d(rem|vw|vh)\b/gi)) note('unit', unit)
  for (const [, value = ''] of css.matchAll(/\bdisplay\s{0,20}:\s{0,20}(?:inline-)?(flex|grid)\b/gi))
    note('value', `display:${value}`)
}

/** Without a regex, which would search for the end again from every unclosed comment. */
function withoutComments(css: string): string {
  const pieces: string[] = []
  let from = 0
  for (;;) {
    const start = css.indexOf('/*', from)
    if (start === -1) break
    pieces.push(css.slice(from, start))
    const end = css.indexOf('*/', start + 2)
    if (end === -1) return pieces.join(' ')
    from = end + 2
  }
  return [...pieces, css.slice(from)].join(' ')
}
