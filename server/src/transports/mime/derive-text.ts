/** The plain text of an html body. It never throws, and hostile html costs no more than a large newsletter. */
import { compile } from 'html-to-text'
import type { DeriveText } from '../transport.ts'
import { bullets, cell, image, numbers, quote } from './text-formatters.ts'

/**
 * Past these the rest of the html is left out. A newsletter has some 3,000 tags in 100 KB; the parser is quadratic in
 * the depth of open tags, which no html has more of than it has `<`.
 */
const maxTags = 20_000
const maxLength = 1024 * 1024
/** The walk is recursive. */
const maxDepth = 100

const skipped = ['head', 'title', 'template', 'svg', 'object']
const blocks = ['address', 'center', 'dd', 'details', 'dl', 'dt', 'fieldset', 'figure', 'figcaption', 'summary', 'tr']
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const convert = compile({
  wordwrap: false,
  // None is looked for, so all of the document is taken: what stands outside of <body> is shown by mail clients too.
  baseElements: { selectors: [] },
  limits: { maxDepth, maxBaseElements: 0, ellipsis: '…' },
  formatters: { bullets, cell, image, numbers, quote },
  selectors: [
    ...skipped.map(selector => ({ selector, format: 'skip' })),
    ...blocks.map(selector => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    ...headings.map(selector => ({
      selector,
      format: 'heading',
      options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 },
    })),
    // Angle brackets are what RFC 3986 appendix C asks for, so that no client takes the bracket for a part of the link.
    {
      selector: 'a',
      format: 'anchor',
      options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true, pathRewrite: readableLink },
    },
    { selector: 'img', format: 'image' },
    { selector: 'ul', format: 'bullets' },
    { selector: 'ol', format: 'numbers' },
    { selector: 'blockquote', format: 'quote' },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
  ],
})

export const deriveText: DeriveText = html => {
  try {
    return tidy(convert(cut(html)))
  } catch {
    // html-to-text takes <constructor> for an element it knows. The message then goes out with its html alone.
    return ''
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

function readableLink(href: string): string {
  const isAddress = href.includes('@') && !href.includes(':')
  return isAddress || /^(?:https?|tel|sms):/i.test(href) ? href : ''
}

/** What fills the preview line of html mail, and what is left of the layout, means nothing in text. */
const filler = /(?:[ \u00a0\u00ad\u2007\u200c\ufeff]|\u034f|\u200d){3,}/g

function tidy(text: string): string {
  const lines = text
    .replace(filler, run => (/^ +$/.test(run) ? run : ' '))
    .replaceAll('\u00a0', ' ')
    .split('\n')
  // Not by a pattern: one for the blanks at the end of a line takes the square of any blanks before it.
  const trimmed = lines.map(line => line.trimEnd()).join('\n')
  return trimmed.replace(/\n{3,}/g, '\n\n').trim()
}
