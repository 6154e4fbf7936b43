import { operations } from '@posthorn/contract/all-operations'
import { apiVersion } from '@posthorn/contract/openapi/openapi'
import { type Html, html } from '@posthorn/look/html'
import { commandBlock } from './code-block.ts'
import { curl } from './curl.ts'
import type { Setting } from './setting.ts'

const { sendEmail } = operations

export const introduction = ({ baseUrl }: Setting): Html => html`
<div class="about">
<h1>Posthorn API</h1>
<p class="lead">Send email and SMS over one HTTP API, and keep the contacts, topics, workflows and webhooks around them.</p>
<p>Every path below is relative to <code>${baseUrl}</code>. Requests and answers are JSON. The version is part of each path;
this is version ${apiVersion} of the interface.</p>
<p>To begin, put an API key into <code>POSTHORN_API_KEY</code> and run this command. With a key that starts with
<code>tx_test_</code> nothing leaves the machine.</p>
<p class="links"><a class="button" href="#${sendEmail.id}">${sendEmail.summary}</a> <a class="button quiet" href="/openapi.json">OpenAPI document</a></p>
</div>
<div class="examples">${commandBlock('Your first request', curl(sendEmail, baseUrl))}</div>`
