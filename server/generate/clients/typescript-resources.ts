import type { Answer, Method, Model, Resource } from './model.ts'
import { pascalCase } from './naming.ts'
import type { Shape } from './shape.ts'
import { comment, generated, printed } from './typescript-types.ts'

/** Not an operation, but users expect it at this resource. */
const alsoHas: Readonly<Record<string, string>> = {
  webhooks: `  /** Checks that a delivery is from your Posthorn, and returns its event. */\n  readonly unwrap = unwrapWebhook\n`,
}

export function typescriptResources({ resources }: Model, version: string): string {
  const classes = resources.map(classOf).join('\n')
  return `/** ${generated} */

import type { CallOptions, Connection, KeyedCallOptions } from './connection.ts'
import { EventStream } from './event-stream.ts'
import { Pages } from './pages.ts'
import { segment } from './path.ts'
import type * as Types from './types.generated.ts'
import { unwrapWebhook } from './unwrap-webhook.ts'

export const version = '${version}'

${classes}
/** Everything that the API can do, by resource. */
export class Resources {
${resources.map(({ name }) => `  readonly ${name}: ${pascalCase(name)}`).join('\n')}

  constructor(connection: Connection) {
${resources.map(({ name }) => `    this.${name} = new ${pascalCase(name)}(connection)`).join('\n')}
  }
}
`
}

const classOf = ({ name, methods }: Resource): string => `export class ${pascalCase(name)} {
  readonly #connection: Connection
${alsoHas[name] ?? ''}
  constructor(connection: Connection) {
    this.#connection = connection
  }
${methods.map(methodText).join('')}}
`

function methodText(method: Method): string {
  const { name, params, body, query, answer } = method
  const list = [
    ...params.map(param => `${param}: string`),
    ...(body ? [`body: ${typed(body)}`] : []),
    ...(query ? [`query${query.isRequired ? '' : '?'}: Types.${query.name}`] : []),
    `options?: ${method.repeat === 'keyed' ? 'KeyedCallOptions' : 'CallOptions'}`,
  ]
  return `
${comment(method.about, '  ')}  ${isPromise(answer) ? 'async ' : ''}${name}(${list.join(', ')}): ${returned(answer)} {
    return ${expression(method)}
  }
`
}

/** Async, so that a wrong id is a rejection like any other failure. */
const isPromise = ({ kind }: Answer): boolean => kind === 'value' || kind === 'octets'

function returned(answer: Answer): string {
  if (answer.kind === 'value') return `Promise<${typed(answer.shape)}>`
  if (answer.kind === 'pages') return `Pages<${typed(answer.page)}, ${typed(answer.item)}>`
  return answer.kind === 'octets' ? 'Promise<Response>' : 'EventStream'
}

function expression({ httpMethod, path, repeat, body, query, answer }: Method): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => `\${segment('${name}', ${name})}`)
  const quoted = filled === path ? `'${path}'` : `\`${filled}\``
  const asked = (queryText: string) =>
    [
      `method: '${httpMethod}'`,
      `path: ${quoted}`,
      ...(repeat === 'safe' ? [] : [`repeat: '${repeat}'`]),
      ...(body ? ['body'] : []),
      ...(query ? [queryText] : []),
    ].join(', ')
  const call = (kind: string, queryText: string) => `this.#connection.${kind}({ ${asked(queryText)} }, options)`
  if (answer.kind === 'value') return call('json', 'query')
  if (answer.kind === 'octets') return call('response', 'query')
  if (answer.kind === 'pages') return `new Pages(cursor => ${call('json', 'query: { ...query, ...cursor }')})`
  return `new EventStream(this.#connection, '${path}', query?.cursor, options)`
}

/** With its namespace: a resource may have the same name as its type. */
function typed(shape: Shape): string {
  if (shape.kind === 'named') return `Types.${shape.name}`
  if (shape.kind === 'list') return `${typed(shape.of)}[]`
  return printed(shape, '  ')
}
