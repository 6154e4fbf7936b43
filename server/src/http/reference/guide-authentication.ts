import { permissionPresets } from '@posthorn/contract/permissions'
import { type Html, html } from '@posthorn/look/html'
import { simulatedWords } from '#core/simulation.ts'
import { codeBlock } from './code-block.ts'
import { table } from './table.ts'

export const authentication = (): Html => html`
<div class="about">
<h2>Authentication</h2>
<p>Every request carries an API key in the header <code>Authorization</code>. Keep it on your servers and
out of browsers and apps. A key that you create is shown once. Those of the first organization are kept in a file on the
server, which <code>npm start</code> names.</p>
${table(['Key', 'What it does'], kinds)}
<h4>Permissions</h4>
<p>A key holds permissions, and each operation names the one it needs. Without it the answer is 403 <code>forbidden</code>. These
sets cover most needs.</p>
${table(['Set', 'Permissions'], Object.entries(permissionPresets).map(presetRow))}
<p>A sending key cannot read contacts, not even through a template: <code>contact.*</code> is filled in only for keys with
<code>contacts:read</code>. Three permissions expose contacts without it, because their purpose requires it: a workflow
(<code>workflows:write</code>) acts on contacts for the organization, and events, read (<code>webhooks:read</code>) or received
(<code>webhooks:write</code>), report their changes.</p>
<h4>Testing outcomes</h4>
<p>With a test key, the recipient address decides the outcome. At <code>example.com</code>, and at any domain that ends in <code>.test</code>, these
local parts have the outcome that they name, also with a label as in <code>bounced+7@example.com</code>:</p>
<p class="values">${codes(simulatedWords)}</p>
${table(['Number', 'Outcome'], numbers)}
<p>Any other address is delivered. These addresses never enter the suppression list, so tests can be repeated.</p>
</div>
<div class="examples">${codeBlock('Header', 'Authorization: Bearer tx_test_…')}</div>`

const kinds = [
  [html`<code>tx_live_…</code>`, 'Sends real messages, charges the account and sees production data.'],
  [
    html`<code>tx_test_…</code>`,
    'Simulates: nothing is delivered and nothing is charged. Its data is a separate environment, so a test cannot see or change live data.',
  ],
]

const codes = (names: readonly string[]): Html[] => names.map(name => html`<code>${name}</code> `)

const presetRow = ([name, permissions]: [string, readonly string[]]): Html[] => [
  html`<code>${name}</code>`,
  html`<div class="values">${codes(permissions)}</div>`,
]

const numbers = [
  [html`<code>+15005550006</code>`, 'delivered'],
  [html`<code>+15005550001</code>`, 'failed'],
  [html`<code>+15005550009</code>`, 'undelivered'],
  [html`<code>+15005550004</code>`, 'refused: the recipient has opted out'],
]
