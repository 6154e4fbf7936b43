/** The page of a reader: plain, small, without a script, and readable in the dark. */
import { type Html, html, trusted } from '../reference/html.ts'

type Topic = { id: string; name: string; description: string | null; subscribed: boolean }

export type Page = {
  address: string
  organizationName: string
  isSubscribed: boolean
  topics: readonly Topic[]
  note?: string
}

const style = trusted(`
:root { color-scheme: light dark; --ink: #1c1f24; --soft: #5d6570; --line: #d9dde3; --paper: #fff; --back: #f4f5f7; --go: #2456c7; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaee; --soft: #a2abb8; --line: #333a45; --paper: #1b1f26; --back: #12151a; --go: #8fb1ff; }
}
* { box-sizing: border-box }
body { margin: 0; padding: 6vh 16px; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: auto; padding: 28px; background: var(--paper); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0 0 4px; font-size: 1.35rem; line-height: 1.25 }
p { margin: 0 0 16px } .soft { color: var(--soft) } b { overflow-wrap: anywhere }
.note { padding: 10px 14px; border: 1px solid var(--line); border-left: 4px solid var(--go); border-radius: 6px }
fieldset { margin: 0 0 20px; padding: 0; border: 0 } legend { padding: 0 0 6px; font-weight: 600 }
label { display: flex; gap: 10px; padding: 10px 0; border-top: 1px solid var(--line) }
label span span { display: block; color: var(--soft); font-size: .9rem }
input { width: 18px; height: 18px; margin: 3px 0 0; accent-color: var(--go); flex: none }
.actions { display: flex; flex-wrap: wrap; gap: 10px }
button { padding: 10px 16px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer }
button.main { background: var(--go); border-color: var(--go); color: var(--paper); font-weight: 600 }
button:focus-visible, input:focus-visible { outline: 3px solid var(--go); outline-offset: 2px }
@media (max-width: 30rem) { main { padding: 20px } button { width: 100% } }`)

const document = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>
<body><main>${content}</main></body></html>
`.markup

export const unknownLinkPage = document(
  'Unknown link',
  html`<h1>This link is not known</h1>
<p class="soft">It may have been cut in two by a mail program. Try the link in the email again, or answer the email.</p>`,
)

export const preferencesPage = ({ address, organizationName, isSubscribed, topics, note }: Page): string =>
  document(
    `Emails from ${organizationName}`,
    html`<h1>Emails from ${organizationName}</h1>
<p class="soft">to <b>${address}</b></p>
${note && html`<p class="note" role="status">${note}</p>`}
${isSubscribed ? chooser(topics) : comeBack}`,
  )

function chooser(topics: readonly Topic[]): Html {
  return html`<form method="post"><input type="hidden" name="from" value="page">
${topics.length > 0 && html`<fieldset><legend>What do you want to get?</legend>${topics.map(topicRow)}</fieldset>`}
<div class="actions">
${topics.length > 0 && html`<button class="main" name="do" value="save">Save</button>`}
<button name="do" value="nothing"${topics.length === 0 && trusted(' class="main"')}>Unsubscribe from everything</button>
</div></form>`
}

const topicRow = ({ id, name, description, subscribed }: Topic): Html =>
  html`<label><input type="checkbox" name="topic" value="${id}"${subscribed && trusted(' checked')}>
<span>${name}${description !== null && html`<span>${description}</span>`}</span></label>`

const comeBack = html`<p>You are unsubscribed. Only messages that you asked for yourself, such as receipts, still reach you.</p>
<form method="post"><input type="hidden" name="from" value="page">
<div class="actions"><button class="main" name="do" value="back">Subscribe again</button></div></form>`
