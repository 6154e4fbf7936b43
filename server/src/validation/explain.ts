/** Which of Ajv's errors are told, and about what. */
import type { Fault } from '@posthorn/contract/errors'
import type { ErrorObject } from 'ajv'
import { article, messageOf, oneOfMessage } from './messages.ts'

/** More than anybody reads; each one costs a look at all the others. */
const most = 200

export function explain(all: readonly ErrorObject[]): Fault[] {
  const errors = all.slice(0, most)
  const choices = errors.filter(error => error.keyword === 'anyOf' || error.keyword === 'oneOf')
  const inChoice = (error: ErrorObject) => choices.some(choice => isWithin(error, choice))
  const plain = errors.filter(error => !choices.includes(error) && !inChoice(error)).map(explainOne)
  const outer = choices.filter(choice => !choices.some(other => other !== choice && isWithin(choice, other)))
  return [...plain, ...outer.filter(choice => !isSlip(choice, errors)).flatMap(one => explainChoice(one, errors))]
}

/** Of what is no object, or has a slip in a name, that has been said: what is missing for it need not be said as well. */
const isSlip = (choice: ErrorObject, errors: readonly ErrorObject[]): boolean =>
  formsOf(choice) !== undefined &&
  errors.some(
    ({ keyword, instancePath }) =>
      (keyword === 'additionalProperties' || keyword === 'type') && instancePath === choice.instancePath,
  )

/** Of several forms, the one that the value seems to be meant as is explained; the others would only confuse. */
function explainChoice(choice: ErrorObject, errors: readonly ErrorObject[]): Fault[] {
  const within = errors.filter(error => isWithin(error, choice))
  const begun = begunForm(choice, within)
  if (begun) return begun.map(explainOne)
  const branches = [...Map.groupBy(within, error => error.schemaPath.slice(choice.schemaPath.length + 1).split('/')[0])]
  const fitting = branches.filter(([, list]) => !list.some(error => isWrongType(error, choice)))
  const only = fitting.length === 1 ? fitting[0]?.[1] : undefined
  if (only && branches.length > 1) return explain(only)
  // A list of words says more than that something has none of the forms.
  const words = fitting
    .flatMap(([, list]) => list)
    .find(({ keyword, instancePath }) => keyword === 'enum' && instancePath === choice.instancePath)
  return [words ? explainOne(words) : { path: pathOf(choice), message: choiceMessage(choice, within) }]
}

/** The path in the schema is the same for every item of a list: only the path in the value tells them apart. */
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

/** The values of a choice that consists of nothing else. */
function constantsOf({ schema }: ErrorObject): string[] | undefined {
  const forms: object[] = Array.isArray(schema) ? schema : []
  const isAll = forms.length > 0 && forms.every(form => 'const' in form)
  return isAll ? forms.map(form => String(Object(form).const)) : undefined
}

/** The names that each form needs, if that is all that tells them apart. */
function formsOf({ schema }: ErrorObject): string[][] | undefined {
  const forms: { required?: string[] }[] = Array.isArray(schema) ? schema : []
  const names = forms.flatMap(({ required }) => (required ? [required] : []))
  return names.length > 0 && names.length === forms.length ? names : undefined
}

/** What is missing of the one form that is there in part. */
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

/** A name of the caller's may be the whole request long; its beginning is enough to find it. */
const shorten = (name: string): string => (name.length > 76 ? name.slice(0, 76).toWellFormed() : name)
