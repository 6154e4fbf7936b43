/**
 * The variables that a template reads. The library has a function for this, but it looks up the line of every variable, which
 * takes seconds in a large template.
 */
import { type Template, type Token, TypeGuards, toValueSync, Value } from 'liquidjs'
import { limits } from './limits.ts'

/** The variables that are used but not assigned by the template itself, such as user.name. Refuses deep nesting. */
export function variablesOf(templates: readonly Template[]): string[] {
  const used = new Set<string>()
  const made = new Set<string>()

  function visit(template: Template, inside: readonly string[]): void {
    for (const argument of template.arguments?.() ?? []) {
      for (const path of readBy(argument)) {
        const root = String(path[0])
        if (!made.has(root) && !inside.includes(root)) used.add(path.join('.'))
      }
    }
    for (const name of template.localScope?.() ?? []) made.add(name.content)
    visitAll(childrenOf(template), [...inside, ...(template.blockScope?.() ?? [])])
  }
  const visitAll = (list: readonly Template[], inside: readonly string[]) => {
    for (const template of list) visit(template, inside)
  }

  refuseDeepNesting(templates)
  visitAll(templates, [])
  return [...used].toSorted()
}

function refuseDeepNesting(templates: readonly Template[]): void {
  let level = templates
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.nesting) throw new Error('tags are nested more than 50 levels deep')
    level = level.flatMap(childrenOf)
  }
}

const childrenOf = (template: Template): Template[] =>
  // `as`: the library's own way to read its generators has no type.
  template.children ? (toValueSync(template.children(false, true)) as Template[]) : []

type Path = (string | number)[]

/** Every variable in an argument of a tag, with the names after it as far as they are constant. */
export function readBy(argument: Value | Token): Path[] {
  if (argument instanceof Value) return readByExpression(argument.initial.postfix, argument.filters)
  if (TypeGuards.isFilteredValueToken(argument)) return readByExpression(argument.initial.postfix, argument.filters)
  if (TypeGuards.isRangeToken(argument)) return [...readBy(argument.lhs), ...readBy(argument.rhs)]
  return TypeGuards.isPropertyAccessToken(argument) ? readByAccess(argument.props) : []
}

type Filtered = readonly { args: readonly (Token | [string?, Token?])[] }[]

function readByExpression(operands: readonly Token[], filters: Filtered): Path[] {
  const args = filters.flatMap(filter => filter.args.flatMap(arg => (Array.isArray(arg) ? (arg[1] ?? []) : arg)))
  return [...operands, ...args].flatMap(readBy)
}

function readByAccess(props: readonly Token[]): Path[] {
  const fixed = props.findIndex(prop => nameOf(prop) === undefined)
  const own = (fixed === -1 ? props : props.slice(0, fixed)).map(prop => nameOf(prop) ?? '')
  return [...(own.length > 0 ? [own] : []), ...props.flatMap(readBy)]
}

const nameOf = (prop: Token): string | number | undefined =>
  TypeGuards.isQuotedToken(prop) || TypeGuards.isNumberToken(prop) || TypeGuards.isWordToken(prop)
    ? prop.content
    : undefined
