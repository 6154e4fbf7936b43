import { errorExample } from '@posthorn/contract/openapi/error-example'
import { type Html, html } from '@posthorn/look/html'
import { jsonBlock } from './code-block.ts'
import { prose } from './prose.ts'
import type { Setting } from './setting.ts'
import { table } from './table.ts'

export const errors = ({ errors: list }: Setting): Html => html`
<div class="about">
<h2>Errors</h2>
<p>Every error has the same format. Branch on <code>code</code>, which is stable; <code>message</code> is for people and says
what to do. <code>details</code> has more: for <code>validation_error</code> it lists each fault with the path of the field.</p>
<p>401, 403 and 429 carry the code and the message a second time inside <code>error</code>, for clients that look there.</p>
<p>Quote the header <code>x-request-id</code> when you report a problem: it identifies the log lines.</p>
<p><code>x-should-retry: false</code> means that retrying the same request will not help. It is on every 409 except
<code>concurrent_idempotent_requests</code>, and on the 429 of an exceeded quota.</p>
<details class="refusals">
<summary>All codes <span class="count">${Object.keys(list).length}</span></summary>
${table(['Status', 'Code', 'Meaning'], Object.entries(list).map(row))}
</details>
</div>
<div class="examples">
${jsonBlock('A fault in the request', errorExample('validation_error'))}
${jsonBlock('Without a key', errorExample('unauthorized'))}
</div>`

const row = ([code, { status, message }]: [string, { status: number; message: string }]) => [
  status,
  html`<code>${code}</code>`,
  prose(message),
]
