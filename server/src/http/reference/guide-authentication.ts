import { permissionPresets } from '@posthorn/contract/permissions'
import { codeBlock } from './code-block.ts'
import { type Html, html } from './html.ts'

export const authentication = (): Html => html`
<div class="about">
<h2>Authentication</h2>
<p>Every request carries an API key in the header <code>Authorization</code>. A key is shown once, when it is created; keep it on your
servers and out of browsers and apps.</p>
<table class="plain">
<thead><tr><th>Key</th><th>What it does</th></tr></thead>
<tbody>
<tr><td><code>tx_live_…</code></td><td>Sends real messages, charges the account and sees production data.</td></tr>
<tr><td><code>tx_test_…</code></td><td>Simulates: nothing is delivered and nothing is charged. Its data is an environment of its own, so a
test cannot see or change anything live.</td></tr>
</tbody>
</table>
<h4>Permissions</h4>
<p>A key holds permissions, and each operation names the one it needs. Without it the answer is 403 <code>forbidden</code>. These
sets cover most needs.</p>
<table class="plain">
<thead><tr><th>Set</th><th>Permissions</th></tr></thead>
<tbody>${Object.entries(permissionPresets).map(presetRow)}</tbody>
</table>
<h4>Testing outcomes</h4>
<p>With a test key, the recipient decides what happens. At <code>example.com</code>, or at any domain that ends in <code>.test</code>, these
local parts do what they say, also with a label as in <code>bounced+7@example.com</code>:</p>
<p class="values">${outcomes.map(name => html`<code>${name}</code> `)}</p>
<table class="plain">
<thead><tr><th>Number</th><th>Outcome</th></tr></thead>
<tbody>${numbers.map(([number, outcome]) => html`<tr><td><code>${number}</code></td><td>${outcome}</td></tr>`)}</tbody>
</table>
<p>Everything else is delivered. These addresses never enter the suppression list, so a test can be run again and again.</p>
</div>
<div class="examples">${codeBlock('Header', 'Authorization: Bearer tx_test_…')}</div>`

const presetRow = ([name, permissions]: [string, readonly string[]]): Html =>
  html`<tr><td><code>${name}</code></td><td class="values">${permissions.map(permission => html`<code>${permission}</code> `)}</td></tr>`

const outcomes = ['delivered', 'bounced', 'complained', 'suppressed', 'delayed', 'failed', 'opened', 'clicked']

const numbers = [
  ['+15005550006', 'delivered'],
  ['+15005550001', 'failed'],
  ['+15005550009', 'undelivered'],
  ['+15005550004', 'refused: the recipient has opted out'],
] as const
