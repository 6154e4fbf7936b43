import { type Html, html } from './html.ts'
import { jsonText } from './json-text.ts'

/** The copy button is put in by the script, so a page without it shows none that does nothing. */
export const codeBlock = (title: string, code: Html | string): Html =>
  html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`

/** An answer is for reading, so long lines wrap; a command is for copying, so they do not. */
export const jsonBlock = (title: string, value: unknown): Html =>
  codeBlock(title, html`<span class="json">${colouredJson(value)}</span>`)

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g

/** JSON with its keys, strings and other values told apart. */
function colouredJson(value: unknown): Html {
  const text = jsonText(value)
  const parts: (Html | string)[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const [whole, string, colon = '', other] = match
    parts.push(text.slice(end, match.index))
    if (string === undefined) parts.push(html`<span class="j-value">${other}</span>`)
    else parts.push(html`<span class="${colon ? 'j-key' : 'j-string'}">${string}</span>`, colon)
    end = match.index + whole.length
  }
  return html`${[...parts, text.slice(end)]}`
}
