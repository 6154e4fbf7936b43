import { eventNames } from '@posthorn/contract/event-names'
import { type Html, html } from '@posthorn/look/html'
import { codeBlock, jsonBlock } from './code-block.ts'

export const webhookEvents = (): Html => html`
<div class="about">
<h2>Webhook events</h2>
<p>A <a href="#createWebhook">webhook</a> receives each event it is subscribed to as a POST. Answer with any 2xx within 15 seconds. Otherwise
it is retried, ten attempts in total over about three days, always with the same <code>webhook-id</code>: use it to skip duplicates.
Redirects are not followed.</p>
<p>Each delivery is signed as Standard Webhooks 1.0.0 specifies, so any library for it can verify one: HMAC-SHA256 over
<code>webhook-id.webhook-timestamp.body</code>, with the part of the secret after <code>whsec_</code> decoded from base64. The headers are
repeated as <code>svix-id</code>, <code>svix-timestamp</code> and <code>svix-signature</code>.</p>
<p>The same events can be <a href="#listEvents">read</a> and <a href="#streamEvents">watched</a> without a public address.</p>
<details class="refusals">
<summary>All events <span class="count">${eventNames.length}</span></summary>
<p class="values">${eventNames.map(name => html`<code>${name}</code> `)}</p>
</details>
</div>
<div class="examples">
${codeBlock('Headers of a delivery', headers)}
${jsonBlock('Body of a delivery', body)}
</div>`

const headers = `webhook-id: 01945c1e-e90c-7d47-a1b2-3c4d5e6f7a77
webhook-timestamp: 1794735001
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=`

const body = {
  id: '01945c1e-e90c-7d47-a1b2-3c4d5e6f7a77',
  type: 'email.delivered',
  timestamp: '2026-11-15T09:30:01.038Z',
  created_at: '2026-11-15T09:30:01.038Z',
  sequence: 1042,
  data: { email_id: '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33', recipient: 'ada@example.com' },
}
