import { type Html, html } from '@posthorn/look/html'
import type { TSchema } from 'typebox'
import { type Field, fieldsOf } from './field.ts'
import { prose } from './prose.ts'

type Direction = 'request' | 'reply'

/** A heading and a table of fields. Undefined when there are no fields. */
export function fieldTable(title: string, schema: TSchema | undefined, direction: Direction): Html | undefined {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return undefined
  const { description } = schema as { description?: string } // TSchema leaves the annotations out
  const table = html`
${description && html`<p class="aside">${prose(description)}</p>`}
<table class="fields"><thead><tr><th>Field</th><th>Meaning</th></tr></thead><tbody>${rows(fields, direction, '')}</tbody></table>`
  return direction === 'request'
    ? html`<h4>${title}</h4>${table}`
    : html`<details class="returns"><summary>${title} <span class="count">${fields.length}</span></summary>${table}</details>`
}

function rows(fields: readonly Field[], direction: Direction, prefix: string): Html[] {
  return fields.flatMap(field => {
    const inner = `${prefix}${field.name}${field.type.startsWith('array') ? '[]' : ''}.`
    return [row(field, direction, prefix), ...rows(field.children, direction, inner)]
  })
}

function row(field: Field, direction: Direction, prefix: string): Html {
  return html`
<tr><td><code class="name"><span class="prefix">${breakable(prefix)}</span>${breakable(field.name)}</code>${presence(field, direction)}<span class="type">${field.type}</span></td>
<td>${field.description && html`<p>${prose(field.description)}</p>`}${valueList(field.values)}${limits(field, direction)}</td></tr>`
}

/** Lets a long name wrap after an underscore or dot instead of inside a word. */
const breakable = (name: string): Html =>
  html`${name.split(/(?<=[_.])/).map((part, index) => (index === 0 ? part : html`<wbr>${part}`))}`

function presence({ required }: Field, direction: Direction): Html | undefined {
  if (direction === 'request') return required ? html`<span class="required">required</span>` : undefined
  return required ? undefined : html`<span class="optional">may be missing</span>`
}

/** Limits apply to requests only. */
const limits = ({ limits }: Field, direction: Direction): Html | false =>
  direction === 'request' && limits.length > 0 && html`<p class="limits">${limits.join(' · ')}</p>`

const fewValues = 14

function valueList(values: readonly string[]): Html | undefined {
  if (values.length === 0) return undefined
  const list = html`<p class="values">${values.map(value => html`<code>${value}</code> `)}</p>`
  return values.length <= fewValues ? list : html`<details><summary>${values.length} values</summary>${list}</details>`
}
