/** Selects which of Ajv's errors to report. */
import type { Fault } from '@posthorn/contract/errors'
import { formats } from '@posthorn/contract/formats'
import type { ErrorObject } from 'ajv'
import { article, messageOf, oneOfMessage } from './messages.ts'

/** More than a person reads. Each error is compared with all others. */
const maxErrors = 200

export function explain(all: readonly ErrorObject[]): Fault[] {
  const some = all.slice(0, maxErrors)
  const errors = some.filter(error => !some.some(other => helpsMore(other, error)))
  const choices = errors.filter(error => error.keyword === 'anyOf' || error.keyword === 'oneOf')
  const inChoice = (error: ErrorObject) => choices.some(choice => isWithin(error, choice))
  const plain = errors.filter(error => !choices.includes(error) && !inChoice(error)).map(explainOne)
  const outer = choices.filter(choice => !choices.some(other => other !== choice && isWithin(choice, other)))
  return [...plain, ...outer.filter(choice => !hasOwnError(choice, errors)).flatMap(one => explainChoice(one, errors))]
}

const isLength = ({ keyword }: ErrorObject): boolean => keyword === 'maxLength' || keyword === 'minLength'
const isForm = ({ keyword }: ErrorObject): boolean => keyword === 'format' || keyword === 'pattern'

/** Of a text's length and form, the length is its fault only if as much of it as may be given has the form. */
function helpsMore(one: ErrorObject, other: ErrorObject): boolean {
  if (one.instancePath !== other.instancePath || one.parentSchema !== other.parentSchema) return false
  if (isForm(one)) return isLength(other) && !isOnlyLong(other, one)
  return isLength(one) && isForm(other) && isOnlyLong(one, other)
}

function isOnlyLong({ keyword, params, data }: ErrorObject, form: ErrorObject): boolean {
  if (keyword === 'minLength') return true
  const part = String(data).slice(0, params.limit)
  // `as`: Ajv knows no other formats.
  if (form.keyword === 'format') return formats[form.params.format as keyof typeof formats].check(part)
  return new RegExp(form.params.pattern, 'u').test(part)
}

/** A wrong type or a misspelled name has its own error, so the missing fields that result from it are not reported. */
const hasOwnError = (choice: ErrorObject, errors: readonly ErrorObject[]): boolean =>
  formsOf(choice) !== undefined &&
  errors.some(
    ({ keyword, instancePath }) =>
      (keyword === 'additionalProperties' || keyword === 'type') && instancePath === choice.instancePath,
  )

/** Explains only the form that the value seems to be meant as; the others would confuse. */
function explainChoice(choice: ErrorObject, errors: readonly ErrorObject[]): Fault[] {
  const within = errors.filter(error => isWithin(error, choice))
  const begun = begunForm(choice, within)
  if (begun) return begun.map(explainOne)
  const branches = [...Map.groupBy(within, error => error.schemaPath.slice(choice.schemaPath.length + 1).split('/')[0])]
  const fitting = branches.filter(([, list]) => !list.some(error => isWrongType(error, choice)))
  const only = fitting.length === 1 ? fitting[0]?.[1] : undefined
  if (only && branches.length > 1) return explain(only)
  // A list of allowed words is more helpful than saying that no form matches.
  const here = fitting.flatMap(([, list]) => list).filter(error => error.instancePath === choice.instancePath)
  const words = here.find(({ keyword }) => keyword === 'enum')
  return [{ path: pathOf(choice), message: words ? wordsMessage(words, here) : choiceMessage(choice, within) }]
}

/** Also names the form that other values can have, unless a word was misspelled. */
function wordsMessage(words: ErrorObject, here: readonly ErrorObject[]): string {
  const message = messageOf(words)
  const form = here.find(({ keyword }) => keyword === 'format')
  return form && !message.endsWith('?') ? `${message}, or ${messageOf(form).replace(/^must be /, '')}` : message
}

/** All items of a list share a schema path, so the path in the value must match as well. */
const isWithin = (error: ErrorObject, choice: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${choice.schemaPath}/`) &&
  (error.instancePath === choice.instancePath || error.instancePath.startsWith(`${choice.instancePath}/`))

const isWrongType = (error: ErrorObject, choice: ErrorObject) =>
  error.keyword === 'type' && error.instancePath === choice.instancePath

function choiceMessage(choice: ErrorObject, within: readonly ErrorObject[]): string {
  const forms = formsOf(choice)?.map(names => names.join(' with '))
  if (forms) return choice.keyword === 'anyOf' ? `needs ${forms.join(' or ')}` : `needs exactly one of ${listed(forms)}`
  const words = constantsOf(choice)
  if (words) return oneOfMessage(words, choice.data)
  const types = within.filter(error => isWrongType(error, choice)).map(error => article(String(error.params.type)))
  return types.length > 0 ? `must be ${[...new Set(types)].join(' or ')}` : 'has none of the accepted forms'
}

/** The values of a union that consists only of constants. */
function constantsOf({ schema }: ErrorObject): string[] | undefined {
  const forms: object[] = Array.isArray(schema) ? schema : []
  const isAll = forms.length > 0 && forms.every(form => 'const' in form)
  return isAll ? forms.map(form => String(Object(form).const)) : undefined
}

/** The required names of each form, when every form has them. */
function formsOf({ schema }: ErrorObject): string[][] | undefined {
  const forms: { required?: string[] }[] = Array.isArray(schema) ? schema : []
  const names = forms.flatMap(({ required }) => (required ? [required] : []))
  return names.length > 0 && names.length === forms.length ? names : undefined
}

/** The missing fields, when exactly one form is partly present. */
function begunForm(choice: ErrorObject, within: readonly ErrorObject[]): ErrorObject[] | undefined {
  const here = within.filter(({ instancePath }) => instancePath === choice.instancePath)
  const begun = (formsOf(choice) ?? []).flatMap((names, nth) => {
    const wrong = here.filter(({ schemaPath }) => schemaPath.startsWith(`${choice.schemaPath}/${nth}/`))
    const isBegun = wrong.length > 0 && wrong.length < names.length && wrong.every(one => one.keyword === 'required')
    return isBegun ? [wrong] : []
  })
  return begun.length === 1 && !choice.params.passingSchemas ? begun[0] : undefined
}

const lists = new Intl.ListFormat('en-GB')
const listed = (words: readonly string[]): string => lists.format(words)

function explainOne(error: ErrorObject): Fault {
  return { path: pathOf(error), message: messageOf(error) }
}

function pathOf(error: ErrorObject): string {
  const parts = error.instancePath.split('/').slice(1)
  const { missingProperty, additionalProperty, tag } = error.params
  const inner = missingProperty ?? additionalProperty ?? tag
  if (inner !== undefined) parts.push(String(inner))
  return parts.map(part => shorten(part.replaceAll('~1', '/').replaceAll('~0', '~'))).join('.')
}

/** A name from the caller may be as long as the whole request; its beginning is enough to find it. */
const shorten = (name: string): string => (name.length > 76 ? name.slice(0, 76).toWellFormed() : name)
