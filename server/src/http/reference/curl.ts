import type { Operation } from '@posthorn/contract/operation'
import { jsonText } from './json-text.ts'

/** The example of an operation as a command to paste into a shell. */
export function curl(operation: Operation, baseUrl: string): string {
  const { params, query, body } = operation.example ?? {}
  const method = operation.method === 'GET' ? [] : [`-X ${operation.method}`]
  const lines = [
    ['curl', ...method, quote(baseUrl + fillPath(operation.path, params) + search(query))].join(' '),
    '-H "Authorization: Bearer $POSTHORN_API_KEY"',
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quote(jsonText(body, '  '))}`]),
  ]
  return lines.join(' \\\n  ')
}

const fillPath = (path: string, params: unknown): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(Object(params)[name])))

function search(query: unknown): string {
  const text = new URLSearchParams(
    Object.entries(Object(query)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return text && `?${text}`
}

const quote = (text: string): string => (/^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
