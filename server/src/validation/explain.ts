/** Ajv's errors in words that say what to do. */
import type { Fault } from '@posthorn/contract/errors'
import { formats } from '@posthorn/contract/formats'
import type { ErrorObject } from 'ajv'

/** More than anybody reads; each one costs a look at all the others. */
const most = 200

export function explain(all: readonly ErrorObject[]): Fault[] {
  const errors = all.slice(0, most)
  const choices = errors.filter(error => error.keyword === 'anyOf' || error.keyword === 'oneOf')
  const inChoice = (error: ErrorObject) => choices.some(choice => isWithin(error, choice))
  const plain = errors.filter(error => !choices.includes(error) && !inChoice(error)).map(explainOne)
  return [...plain, ...choices.flatMap(choice => explainChoice(choice, errors))]
}

/** Of several forms, the one that the value seems to be meant as is explained; the others would only confuse. */
function explainChoice(choice: ErrorObject, errors: readonly ErrorObject[]): Fault[] {
  const within = errors.filter(error => isWithin(error, choice))
  const branches = [...Map.groupBy(within, error => error.schemaPath.slice(choice.schemaPath.length + 1).split('/')[0])]
  const fitting = branches.filter(([, list]) => !list.some(error => isWrongType(error, choice)))
  const only = fitting.length === 1 ? fitting[0]?.[1] : undefined
  if (only && branches.length > 1) return explain(only)
  return [{ path: pathOf(choice), message: choiceMessage(choice, within) }]
}

/** The path in the schema is the same for every item of a list: only the path in the value tells them apart. */
const isWithin = (error: ErrorObject, choice: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${choice.schemaPath}/`) &&
  (error.instancePath === choice.instancePath || error.instancePath.startsWith(`${choice.instancePath}/`))

const isWrongType = (error: ErrorObject, choice: ErrorObject) =>
  error.keyword === 'type' && error.instancePath === choice.instancePath

function choiceMessage(choice: ErrorObject, within: readonly ErrorObject[]): string {
  const branches: { required?: string[]; type?: string }[] = Array.isArray(choice.schema) ? choice.schema : []
  const required = branches.flatMap(branch => branch.required ?? [])
  if (required.length === branches.length) {
    return choice.keyword === 'anyOf'
      ? `needs ${required.join(' or ')}`
      : `needs exactly one of ${required.join(' and ')}`
  }
  const types = within.filter(error => isWrongType(error, choice)).map(error => article(String(error.params.type)))
  return types.length > 0 ? `must be ${[...new Set(types)].join(' or ')}` : 'has none of the accepted forms'
}

function explainOne(error: ErrorObject): Fault {
  return { path: pathOf(error), message: messageOf(error) }
}

function pathOf(error: ErrorObject): string {
  const parts = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') parts.push(String(error.params.missingProperty))
  return parts.map(part => part.replaceAll('~1', '/').replaceAll('~0', '~')).join('.')
}

function messageOf({ keyword, params, parentSchema, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${article(String(params.type))}`
    case 'format':
      return formats[params.format as keyof typeof formats].expected
    case 'pattern':
      return parentSchema?.format
        ? formats[parentSchema.format as keyof typeof formats].expected
        : String(parentSchema?.description ?? `must match ${params.pattern}`)
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} entries`
    case 'maxItems':
      return `must have at most ${params.limit} entries`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    default:
      return message ?? 'is not valid'
  }
}

const articles: Record<string, string> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
  object: 'an object',
  array: 'an array',
  null: 'null',
}
const article = (type: string): string => articles[type] ?? type
