/** The arguments of a tool, from the contract, and the request they become. The API validates every value. */
import type { Asked } from './ask.ts'
import type { Tool } from './tool.ts'

type Schema = Record<string, unknown>
type Part = 'params' | 'query' | 'body'
type Field = { part: Part; schema: Schema; required: boolean }

function fieldsOf({ operation, fields }: Tool): Map<string, Field> {
  const parts = ['params', 'query', 'body'] as const
  const all = parts.flatMap(part => {
    const { properties = {}, required = [] }: { properties?: object; required?: string[] } = Object(operation[part])
    return Object.entries(properties).map(
      ([name, schema]) => [name, { part, schema, required: required.includes(name) }] as const,
    )
  })
  return new Map(all.filter(([name]) => fields?.includes(name) ?? true))
}

/**
 * One flat object: many clients do not support a top-level `anyOf`, so the API reports what it requires. `$id` is removed, because
 * clients would treat it as an address.
 */
export function inputSchema(tool: Tool): Schema {
  const fields = [...fieldsOf(tool)]
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, field.schema])),
    required: fields.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  }
  return JSON.parse(JSON.stringify(schema, (key, value) => (ours.has(key) ? undefined : value)))
}

/** `expected` is the message for a fault. */
const ours = new Set(['$id', '$anchor', 'expected'])

/** A mistake of the agent, with a message that helps it. */
export class WrongArguments extends Error {}

export function requestOf(tool: Tool, given: Readonly<Record<string, unknown>>): Asked {
  const known = fieldsOf(tool)
  const unknown = Object.keys(given).filter(name => !known.has(name))
  if (unknown.length > 0) throw new WrongArguments(`${tool.name} takes no ${unknown.join(', ').slice(0, 200)}.`)
  const of = (part: Part) => Object.entries(given).filter(([name]) => known.get(name)?.part === part)
  const { operation } = tool
  const params = new Map(of('params'))
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(plain(name, params.get(name))))
  const query = new URLSearchParams(Object.fromEntries(of('query').map(([name, value]) => [name, plain(name, value)])))
  return {
    method: operation.method,
    path: query.size > 0 ? `${path}?${query}` : path,
    ...(operation.body && { body: Object.fromEntries(of('body')) }),
  }
}

/** `..` would address another path. */
function plain(name: string, value: unknown): string {
  if (value === undefined) throw new WrongArguments(`${name} is missing.`)
  if (!['string', 'number', 'boolean'].includes(typeof value)) throw new WrongArguments(`${name} must be a string.`)
  const text = String(value)
  if (!text.isWellFormed()) throw new WrongArguments(`${name} must not contain half of a surrogate pair.`)
  if (text === '.' || text === '..' || text === '') throw new WrongArguments(`${name} must be an id or other text.`)
  return text
}
