import { type ApiOperation, everyRefusal, refusalsOf } from '@posthorn/contract/operation'
import { type Html, html } from '@posthorn/look/html'
import { codeBlock, commandBlock, jsonBlock } from './code-block.ts'
import { curl } from './curl.ts'
import { fieldTable } from './field-table.ts'
import { prose } from './prose.ts'
import type { ErrorList, Setting } from './setting.ts'

export function operationSection(operation: ApiOperation, setting: Setting): Html {
  const { id, method, path, summary, description, params, query, reply, example, status } = operation
  return html`
<article class="operation" id="${id}">
  <div class="about">
    <h3><a href="#${id}">${summary}</a></h3>
    <p class="route">${methodBadge(method)} <code>${path}</code></p>
    ${description && html`<p>${prose(description)}</p>`}
    ${facts(operation)}
    ${fieldTable('Path', params, 'request')}
    ${fieldTable('Query', query, 'request')}
    ${bodyTable(operation, setting)}
    ${fieldTable('Returns', reply, 'reply')}
    ${refusalList(operation, setting.errors)}
  </div>
  <div class="examples">
    ${commandBlock('Request', curl(operation, setting.baseUrl))}
    ${example && answerBlock(operation, `Answer ${status ?? 200}`, example.reply)}
  </div>
</article>`
}

const answerBlock = ({ media }: ApiOperation, title: string, reply: unknown): Html =>
  media ? codeBlock(title, String(reply)) : jsonBlock(title, reply)

export const methodBadge = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`

function facts({ permission, idempotent }: ApiOperation): Html {
  const key = html`<span>Takes an <a href="#idempotency">Idempotency-Key</a></span>`
  return html`<p class="facts"><span>Permission ${permission ? html`<code>${permission}</code>` : 'none'}</span>${idempotent && key}</p>`
}

/** For a list of another operation's bodies, links there instead of repeating the fields. */
function bodyTable({ body }: ApiOperation, { operations }: Setting): Html | undefined {
  const { items, minItems, maxItems } = Object(body)
  const single = items && operations.find(operation => operation.body && Object(operation.body).$id === items.$id)
  if (!single) return fieldTable('Body', body, 'request')
  return html`<h4>Body</h4><p class="aside">An array of ${minItems} to ${maxItems} objects, each like the body of <a href="#${single.id}">${single.summary}</a>.</p>`
}

function refusalList(operation: ApiOperation, errors: ErrorList): Html {
  const own = refusalsOf(operation).filter(code => !everyRefusal.some(every => every === code))
  const shared = html`<a href="#errors">those of every operation</a>`
  if (own.length === 0) return html`<p class="aside">Errors: ${shared}.</p>`
  const rows = own.map(
    code =>
      html`<li><code>${code}</code> <span class="status">${errors[code].status}</span> ${prose(errors[code].message)}</li>`,
  )
  return html`
<details class="refusals">
<summary>Errors <span class="count">${own.length}</span></summary>
<ul>${rows}</ul>
<p class="aside">And ${shared}.</p>
</details>`
}
