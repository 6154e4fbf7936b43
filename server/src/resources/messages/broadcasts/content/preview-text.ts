/** The text that mail programs show after the subject: hidden at the beginning of the html. Pure. */

const tag = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

/** Escapes what the author wrote as text, and leaves the tags of the template alone. */
function escaped(text: string): string {
  let from = 0
  let result = ''
  for (const match of text.matchAll(tag)) {
    result += asHtml(text.slice(from, match.index)) + match[0]
    from = match.index + match[0].length
  }
  return result + asHtml(text.slice(from))
}

const asHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Some programs continue with the content after the preview text: this space keeps it out of sight. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(60)

export function withPreviewText(html: string, previewText: string | undefined): string {
  if (previewText === undefined) return html
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${escaped(previewText)}${filler}</div>`
  const at = startOfContent(html)
  return html.slice(0, at) + hidden + html.slice(at)
}

/** Behind the tag of the body, or else behind everything that stands before the content. In linear time. */
function startOfContent(html: string): number {
  const opening = /<!--|<!doctype\b|<html(?=[\s/>{])|<\/head(?=[\s/>])|<body(?=[\s/>{])/gi
  let start = 0
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const end = found[0] === '<!--' ? endOf('-->', html, opening.lastIndex) : endOfTag(html, opening.lastIndex)
    if (end === -1) break
    opening.lastIndex = end
    if (found[0] !== '<!--') start = end
    if (found[0].toLowerCase() === '<body') break
  }
  return start
}

const closings: Record<string, string> = { '"': '"', "'": "'", '{{': '}}', '{%': '%}' }

/** A `>` in quotes or in a tag of the template does not end the tag. */
function endOfTag(html: string, from: number): number {
  const sign = />|"|'|\{\{|\{%/g
  sign.lastIndex = from
  for (let found = sign.exec(html); found; found = sign.exec(html)) {
    const closing = closings[found[0]]
    if (closing === undefined) return sign.lastIndex
    sign.lastIndex = endOf(closing, html, sign.lastIndex)
    if (sign.lastIndex === -1) return -1
  }
  return -1
}

function endOf(closing: string, html: string, from: number): number {
  const at = html.indexOf(closing, from)
  return at === -1 ? -1 : at + closing.length
}
