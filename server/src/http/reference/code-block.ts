import { type Html, html } from '@posthorn/look/html'
import { jsonText } from './json-text.ts'

/** The script adds the copy button, so without scripts there is no dead button. */
export const codeBlock = (title: string, code: Html | string): Html =>
  html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`

/** An answer is for reading, so long lines wrap. A command is for copying, so they do not. */
export const jsonBlock = (title: string, value: unknown): Html =>
  codeBlock(title, html`<span class="json">${coloured(jsonText(value), jsonToken)}</span>`)

/** The same colours for a command: its flags, its strings and the JSON inside it. */
export const commandBlock = (title: string, command: string): Html => codeBlock(title, coloured(command, commandToken))

const jsonToken = /(?<string>"(?:[^"\\]|\\.)*")(?<colon>\s*:)?|(?<value>-?\d[\d.eE+-]*|true|false|null)/g

/** Colours numbers only where JSON has one, so that digits in a URL stay plain. */
const commandToken =
  /(?<string>"(?:[^"\\]|\\.)*")(?<colon>:)?|(?<value>(?<= )-[A-Za-z](?= )|(?<=": |, |\[)(?:-?\d[\d.]*|true|false|null)\b)/g

/** Marks keys, strings and other values. */
function coloured(text: string, token: RegExp): Html {
  const parts: (Html | string)[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const { string, colon = '', value } = match.groups ?? {}
    parts.push(text.slice(end, match.index))
    if (string === undefined) parts.push(html`<span class="j-value">${value}</span>`)
    else parts.push(html`<span class="${colon ? 'j-key' : 'j-string'}">${string}</span>`, colon)
    end = match.index + match[0].length
  }
  return html`${[...parts, text.slice(end)]}`
}
