import { type Html, html } from '@posthorn/look/html'
import { codeBlock, commandBlock, jsonBlock } from './code-block.ts'
import type { Setting } from './setting.ts'
import { table } from './table.ts'

export const idempotency = ({ baseUrl }: Setting): Html => html`
<div class="about">
<h2>Idempotency</h2>
<p>Networks lose answers. With the header <code>Idempotency-Key</code>, a request that creates or sends something can be retried
without doing it twice: for 24 hours the same key and the same request get the same answer, marked
<code>idempotent-replayed: true</code>.</p>
<p>A key is 1 to 256 printable ASCII characters, for example an order id or a random UUID. The same key with another request is
409 <code>invalid_idempotent_request</code>; while the first request is still running it is 409
<code>concurrent_idempotent_requests</code>. A refused request is not stored, so you can correct it and send it with the same
key.</p>
</div>
<div class="examples">${commandBlock('Safe to repeat', idempotentRequest(baseUrl))}</div>`

const idempotentRequest = (baseUrl: string): string => `curl -X POST ${baseUrl}/v1/contacts \\
  -H "Authorization: Bearer $POSTHORN_API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: signup-481502" \\
  -d '{
    "email": "ada@example.com",
    "first_name": "Ada"
  }'`

export const pagination = ({ baseUrl }: Setting): Html => html`
<div class="about">
<h2>Pagination</h2>
<p>Lists come in pages, newest first. <code>limit</code> is 1 to 100, by default 20. While <code>has_more</code> is true,
ask again with <code>cursor</code> set to <code>next_cursor</code>; the last page has none.</p>
<p>A cursor belongs to its list and its filters, so keep them the same from page to page. New entries do not shift pages: no entry
is repeated or missed.</p>
<p>Topics are newest first too: <code>display_order</code> is for showing them to people and does not sort the list.</p>
</div>
<div class="examples">
${commandBlock('The next page', `curl '${baseUrl}/v1/contacts?limit=50&cursor=eyJpZCI6…' \\\n  -H "Authorization: Bearer $POSTHORN_API_KEY"`)}
${jsonBlock('A page', { data: [], has_more: true, next_cursor: 'eyJpZCI6IjAxOTQ1YzFlIn0' })}
</div>`

export const rateLimits = (): Html => html`
<div class="about">
<h2>Rate limits</h2>
<p>The plan of an organization limits the requests of each key per hour. Every answer to a request
with a valid key shows its current limit. Above it the answer is 429 <code>rate_limit_exceeded</code>, and <code>Retry-After</code> says how many seconds to wait.</p>
${table(['Plan', 'Requests an hour', 'Messages an hour', 'a day', 'a month'], plans)}
<p>Messages are counted by recipient for email and by message for SMS, in hours, days and months of UTC. An exceeded quota is 429
<code>hourly_quota_exceeded</code>, <code>daily_quota_exceeded</code> or <code>monthly_quota_exceeded</code>.</p>
</div>
<div class="examples">${codeBlock('Headers of an answer, with a valid key', 'ratelimit-limit: 1000\nratelimit-remaining: 982\nratelimit-reset: 1740')}</div>`

const plans = [
  ['Free', '100', '100', '100', '3,000'],
  ['Starter', '1,000', '1,000', '5,000', '50,000'],
  ['Pro', '10,000', '10,000', '50,000', '500,000'],
  ['Enterprise', 'custom', 'custom', 'custom', 'custom'],
] as const

export const validation = (): Html => html`
<div class="about">
<h2>Validation</h2>
<p>Requests are checked against the schemas on this page. A request that fails changes nothing.</p>
${table(['What', 'Rule'], rules)}
</div>
<div class="examples">${jsonBlock('A near miss', nearMiss)}</div>`

const rules: readonly (readonly [string, Html])[] = [
  [
    'Unknown fields',
    html`Ignored, and named in the header <code>x-ignored-fields</code> of the answer, so that you notice.`,
  ],
  [
    'Near misses',
    html`A name that is almost a field, such as <code>schedule_for</code>, is refused. Ignoring it would send a scheduled email at once.`,
  ],
  [
    'Types',
    html`Values are not converted: <code>"true"</code>, <code>1</code> and <code>null</code> are not booleans.`,
  ],
  [
    'Timestamps',
    html`ISO 8601 in UTC with a final <code>Z</code>, such as <code>2027-01-31T09:30:00Z</code>. Only days that exist.`,
  ],
  [
    'Email addresses',
    html`A bare address such as <code>ada@example.com</code>, at most 254 characters. Only <code>from</code> may include a name.`,
  ],
  ['Phone numbers', html`E.164 with the plus, such as <code>+14155552671</code>.`],
  ['Text', html`Any Unicode except U+0000 and lone surrogates. JSON at most 32 levels deep.`],
  [
    'Size',
    html`A request is at most 1 MiB and 10,000 values (strings, numbers, objects, lists); an email 15 MiB and 20,000, a batch 50 MiB and 100,000, a template 8 MiB, a workflow 256 KiB. <code>html</code> and <code>text</code> are at most 5 MiB each, attachments 10 MiB together.`,
  ],
]

const nearMiss = {
  code: 'validation_error',
  message: 'The request is not valid; details says what to change.',
  statusCode: 400,
  details: [{ path: 'schedule_for', message: 'is not a field; did you mean scheduled_for?' }],
}
