import { errorExample } from '@posthorn/contract/error-example'
import { jsonBlock } from './code-block.ts'
import { type Html, html, prose } from './html.ts'
import type { Setting } from './setting.ts'

export const errors = ({ errors: list }: Setting): Html => html`
<div class="about">
<h2>Errors</h2>
<p>Every error of every path has the same shape. Decide by <code>code</code>, which is stable; <code>message</code> is for people and says
what to do. <code>details</code> tells more: for <code>validation_error</code> it lists each fault with the path of the field.</p>
<p>401, 403 and 429 carry the code and the message a second time inside <code>error</code>, for clients that look there.</p>
<p>Quote the header <code>x-request-id</code> when you report a problem: it leads straight to the log. Where an error carries
<code>x-should-retry: false</code>, the same request will not pass by itself.</p>
<details class="refusals">
<summary>All codes <span class="count">${Object.keys(list).length}</span></summary>
<table class="plain codes">
<thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>${Object.entries(list).map(row)}</tbody>
</table>
</details>
</div>
<div class="examples">
${jsonBlock('A fault in the request', errorExample('validation_error'))}
${jsonBlock('Without a key', errorExample('unauthorized'))}
</div>`

const row = ([code, { status, message }]: [string, { status: number; message: string }]): Html =>
  html`<tr><td>${status}</td><td><code>${code}</code></td><td>${prose(message)}</td></tr>`
