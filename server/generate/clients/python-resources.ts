import type { Answer, Method, Model, Resource } from './model.ts'
import { pascalCase } from './naming.ts'
import { docstring, pythonHeader, pythonType } from './python-types.ts'
import type { Shape } from './shape.ts'

/** Not an operation, but users expect it at this resource. */
const alsoHas: Readonly<Record<string, string>> = { webhooks: '    unwrap = staticmethod(unwrap_webhook)\n\n' }

export function pythonResources({ resources }: Model, version: string): string {
  return `${pythonHeader}

from __future__ import annotations

import builtins
from http.client import HTTPResponse
from typing import Unpack

from . import types
from .connection import CallOptions, Connection, KeyedCallOptions, segment
from .event_stream import EventStream
from .pages import Page
from .webhooks import unwrap_webhook

VERSION = "${version}"


${resources.map(classOf).join('\n\n')}

class Resources:
    """Everything that the API can do, by resource."""

    def __init__(self, connection: Connection) -> None:
${resources.map(({ name }) => `        self.${snakeCase(name)} = ${pascalCase(name)}(connection)`).join('\n')}
`
}

const classOf = ({ name, methods }: Resource): string => `class ${pascalCase(name)}:
${alsoHas[name] ?? ''}    def __init__(self, connection: Connection) -> None:
        self._connection = connection
${methods.map(methodText).join('')}`

function methodText(method: Method): string {
  const { name, params, body, query, answer, repeat } = method
  const list = [
    'self',
    ...params.map(param => `${snakeCase(param)}: str`),
    ...(body ? [`body: ${typed(body)}`] : []),
    ...(query ? [`query: types.${query.name}${query.isRequired ? '' : ' | None = None'}`] : []),
    `**options: Unpack[${repeat === 'keyed' ? 'KeyedCallOptions' : 'CallOptions'}]`,
  ]
  return `
    def ${snakeCase(name)}(${list.join(', ')}) -> ${returned(answer)}:
        ${docstring(method.about)}
        return ${expression(method)}
`
}

function returned(answer: Answer): string {
  if (answer.kind === 'value') return typed(answer.shape)
  if (answer.kind === 'pages') return `Page[${typed(answer.item)}]`
  return answer.kind === 'octets' ? 'HTTPResponse' : 'EventStream'
}

function expression({ httpMethod, path, repeat, body, query, answer }: Method): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => `{segment("${snakeCase(name)}", ${snakeCase(name)})}`)
  const quoted = filled === path ? `"${path}"` : `f'${filled}'`
  if (answer.kind === 'events') return `EventStream(self._connection, ${quoted}, query, options)`
  const kind = { value: 'json', octets: 'response', pages: 'page' }[answer.kind]
  const asked = [
    `"${httpMethod}"`,
    quoted,
    'options',
    ...(repeat === 'safe' ? [] : [`repeat="${repeat}"`]),
    ...(body ? ['body=body'] : []),
    ...(query ? ['query=query'] : []),
  ]
  return `self._connection.${kind}(${asked.join(', ')})`
}

/** With the module of types: a resource may have the same name as its type, and a method is called `list`. */
function typed(shape: Shape): string {
  if (shape.kind === 'named') return `types.${shape.name}`
  if (shape.kind === 'list') return `builtins.list[${typed(shape.of)}]`
  if (shape.kind === 'record') throw new Error('A body or an answer needs a name in the contract.')
  return pythonType(shape, '', [])
}

const snakeCase = (text: string): string => text.replaceAll(/(?<=[a-z])[A-Z]/g, letter => `_${letter}`).toLowerCase()
