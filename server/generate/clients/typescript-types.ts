import { type ErrorCode, errors } from '@posthorn/contract/errors'
import type { Model } from './model.ts'
import type { Field, Shape } from './shape.ts'

export const generated = 'Generated from the contract by `npm run generate`; do not edit.'

export function typescriptTypes({ types }: Model): string {
  // as: keys of a constant
  const codes = (Object.keys(errors) as ErrorCode[]).map(code => `  | '${code}' // ${errors[code].status}`)
  const declared = types.map(({ name, shape, about }) => `${comment(about)}export type ${name} = ${printed(shape)}\n`)
  return `/** ${generated} */\n\n/** What the service refuses with, and its status. */\nexport type ErrorCode =\n${codes.join('\n')}\n\n${declared.join('\n')}`
}

export const comment = (about: string | undefined, indent = ''): string =>
  about ? `${indent}/** ${about.replaceAll('*/', '* /')} */\n` : ''

export function printed(shape: Shape, indent = ''): string {
  switch (shape.kind) {
    case 'text':
      return 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'flag':
      return 'boolean'
    case 'null':
      return 'null'
    case 'anything':
      return 'unknown'
    case 'words':
      return shape.words.map(word => `'${word}'`).join(' | ')
    case 'named':
      return shape.name
    case 'list':
      return listOf(shape.of, indent)
    case 'map':
      return `{ [name: string]: ${printed(shape.of, indent)} }`
    case 'union':
      return [...new Set(shape.of.map(one => printed(one, indent)))].join(' | ')
    case 'record':
      return `{\n${shape.fields.map(field => fieldLine(field, indent + '  ')).join('')}${indent}}`
  }
}

function listOf(item: Shape, indent: string): string {
  const text = printed(item, indent)
  return item.kind === 'union' || item.kind === 'words' ? `(${text})[]` : `${text}[]`
}

/** `undefined` is allowed for an optional field: it is left out of the request. */
function fieldLine({ name, isRequired, shape, about }: Field, indent: string): string {
  const type = printed(shape, indent)
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
  return `${comment(about, indent)}${indent}${key}${isRequired ? '' : '?'}: ${type}${isRequired || type === 'unknown' ? '' : ' | undefined'}\n`
}
