import type { Model } from './model.ts'
import { pascalCase } from './naming.ts'
import type { Field, Shape } from './shape.ts'

export const pythonHeader = '"""Generated from the contract by `npm run generate`; do not edit."""'

/** Nested objects need names, which are collected on the way. */
type Declared = string[]

export function pythonTypes({ types }: Model): string {
  const declared: Declared = []
  for (const { name, shape, about } of types) declare(name, shape, about, declared)
  return `${pythonHeader}

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union


${declared.join('\n\n')}
`
}

function declare(name: string, shape: Shape, about: string | undefined, declared: Declared): void {
  if (shape.kind === 'record') declared.push(dictionary(name, shape.fields, about, declared))
  else declared.push(`${note(about)}${name}: TypeAlias = ${alias(shape, name, declared)}\n`)
}

/** In quotes, since its target may be declared below; a quoted `A | B` could not be part of another union. */
function alias(shape: Shape, name: string, declared: Declared): string {
  if (shape.kind !== 'union') return `"${pythonType(shape, name, declared)}"`
  return `Union[${shape.of.map(one => `"${pythonType(one, name, declared)}"`).join(', ')}]`
}

/** A class, when the field names are valid names in Python; a field such as `from` needs the functional syntax. */
function dictionary(name: string, fields: readonly Field[], about: string | undefined, declared: Declared): string {
  const typed = fields.map(({ isRequired, shape, ...field }) => {
    const type = pythonType(shape, name + pascalCase(field.name), declared)
    return { ...field, type, isRequired }
  })
  if (typed.every(field => isName(field.name))) {
    const lines = typed.map(
      field => `${note(field.about, '    ')}    ${field.name}: ${unlessRequired(field, field.type)}\n`,
    )
    return `class ${name}(TypedDict):\n${about ? `    ${docstring(about)}\n\n` : ''}${lines.join('')}`
  }
  const lines = typed.map(
    field => `${note(field.about, '        ')}        "${field.name}": ${unlessRequired(field, `"${field.type}"`)},\n`,
  )
  return `${note(about)}${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`
}

const unlessRequired = ({ isRequired }: { isRequired: boolean }, type: string): string =>
  isRequired ? type : `NotRequired[${type}]`

export function pythonType(shape: Shape, name: string, declared: Declared): string {
  switch (shape.kind) {
    case 'text':
      return 'str'
    case 'number':
      return 'float'
    case 'integer':
      return 'int'
    case 'flag':
      return 'bool'
    case 'null':
      return 'None'
    case 'anything':
      return 'Any'
    case 'words':
      return `Literal[${shape.words.map(word => `'${word}'`).join(', ')}]`
    case 'named':
      return shape.name
    case 'list':
      return `list[${pythonType(shape.of, name, declared)}]`
    case 'map':
      return `dict[str, ${pythonType(shape.of, name, declared)}]`
    case 'union':
      return [...new Set(shape.of.map(one => pythonType(one, name, declared)))].join(' | ')
    case 'record':
      declare(name, shape, undefined, declared)
      return name
  }
}

export const docstring = (about: string): string => `"""${about.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""`

const note = (about: string | undefined, indent = ''): string =>
  about ? `${indent}# ${about.replaceAll('\n', ' ')}\n` : ''

/** The keywords of Python 3.14; `match` and `type` are names elsewhere. */
const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)
const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && !keywords.has(text)
