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
  const body = /<body[^>]*>/i.exec(html)
  const at = body ? body.index + body[0].length : 0
  return html.slice(0, at) + hidden + html.slice(at)
}
