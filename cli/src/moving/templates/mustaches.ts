/**
 * Handlebars (SendGrid, Mailgun) and Mustachio (Postmark): variables, conditions, loops and scopes become Liquid that prints the
 * same. Tags without an exact counterpart stay as text and are reported.
 */
import { literally, plainly, printed, type Translated } from './liquid.ts'
import { resolve, type Scope } from './scopes.ts'
import { readTags, type Tag } from './tags.ts'

export type Language = {
  name: 'handlebars' | 'mustachio'
  /** The service's variables for the links of each recipient. */
  links: Readonly<Record<string, string>>
}

type Block = { word: string; opened: string; scope: Scope | undefined; end: string; takesElse: boolean }
type State = { blocks: Block[]; scopes: Scope[]; language: Language; loops: number }

export function mustachesToLiquid(source: string, language: Language): Translated {
  const state: State = { blocks: [], scopes: [{ base: undefined, isLoop: false }], language, loops: 0 }
  const untranslated: string[] = []
  let liquid = ''
  for (const part of readTags(source)) {
    if (typeof part === 'string') {
      liquid += plainly(part)
      continue
    }
    const inside = part.inside.trim()
    const [before, after] = [inside.startsWith('~'), inside.length > 1 && inside.endsWith('~')]
    const ours = translate(inside.slice(Number(before), inside.length - Number(after)).trim(), part, state)
    if (ours === undefined) untranslated.push(part.source)
    liquid += ours === undefined ? literally(part.source) : stripped(ours, before, after)
  }
  for (const { opened, end } of state.blocks.toReversed()) {
    untranslated.push(`${opened} without an end`)
    liquid += end
  }
  return { liquid, untranslated }
}

/** `~` strips whitespace beside a tag, like `-` in Liquid. */
function stripped(ours: string, before: boolean, after: boolean): string {
  const left = before ? ours.replace(/^\{([{%])/, '{$1-') : ours
  return after ? left.replace(/([}%])\}$/, '-$1}') : left
}

/** Undefined for a tag without a counterpart. */
function translate(expression: string, tag: Tag, state: State): string | undefined {
  if (expression.startsWith('!')) return ''
  const link = state.language.links[expression]
  if (link) return `{{ ${link} }}`
  if (expression.startsWith('#')) return open(expression.slice(1).trim(), tag, state)
  if (expression.startsWith('/')) return close(expression.slice(1).trim(), state)
  if (expression.startsWith('^') && expression.length > 1) return openInverted(expression.slice(1).trim(), tag, state)
  if (expression === 'else' || expression === '^') return state.blocks.at(-1)?.takesElse ? '{% else %}' : undefined
  const elseIf = /^else if (\S+)$/.exec(expression)?.[1]
  if (elseIf) {
    const test = conditionOf(elseIf, state)
    return test && state.blocks.at(-1)?.word === 'if' ? `{% elsif ${test} %}` : undefined
  }
  return print(expression, tag, state)
}

function print(expression: string, { isRaw }: Tag, { scopes, language }: State): string | undefined {
  const inserted = /^insert (\S+)(?: "default=([^"]*)")?$/.exec(expression)
  if (language.name === 'handlebars' && inserted) {
    const path = resolve(inserted[1] ?? '', scopes)
    return path && `{{ ${path} | default: "${inserted[2] ?? ''}" }}`
  }
  const isUnescaped = isRaw || expression.startsWith('&')
  const path = resolve(expression.replace(/^&\s*/, ''), scopes)
  return path && printed(path, isUnescaped ? ' | raw' : '')
}

/** Truthiness as in JavaScript, where empty strings, empty lists and 0 are falsy. In Liquid only nil and false are. */
function conditionOf(expression: string, { scopes }: State): string | undefined {
  const path = resolve(expression, scopes)
  return path && `${path} and ${path} != empty and ${path} != 0`
}

const comparisons: Readonly<Record<string, string>> = {
  equals: '==',
  notEquals: '!=',
  greaterThan: '>',
  lessThan: '<',
}

function open(expression: string, tag: Tag, state: State): string | undefined {
  const [word = '', ...rest] = expression.split(/\s+/)
  const begin = (start: string, end: string, scope?: Scope, name = word): string => {
    state.blocks.push({ word: name, opened: tag.source, scope, end, takesElse: name !== '' })
    if (scope) state.scopes.push(scope)
    return start
  }
  const unknown = (): undefined => {
    state.blocks.push({ word, opened: tag.source, scope: undefined, end: '', takesElse: false })
    return undefined
  }
  const [first = ''] = rest
  const path = resolve(first, state.scopes)
  const test = conditionOf(first, state)
  if (word === 'each' && rest.length === 1) {
    if (!path) return unknown()
    const item = `item_${++state.loops}`
    return begin(`{% for ${item} in ${path} %}`, '{% endfor %}', { base: item, isLoop: true })
  }
  if (state.language.name === 'mustachio') {
    const own = rest.length === 0 ? conditionOf(word, state) : undefined
    if (!own) return unknown()
    return begin(`{% if ${own} %}`, '{% endif %}', { base: resolve(word, state.scopes), isLoop: false })
  }
  if (word === 'if' && rest.length === 1 && test) return begin(`{% if ${test} %}`, '{% endif %}')
  if (word === 'unless' && rest.length === 1 && test) return begin(`{% unless ${test} %}`, '{% endunless %}')
  if (word === 'with' && rest.length === 1 && test)
    return begin(`{% if ${test} %}`, '{% endif %}', { base: path, isLoop: false })
  if (word === 'and') {
    const tests = rest.map(one => conditionOf(one, state))
    if (rest.length > 1 && tests.every(one => one !== undefined))
      return begin(`{% if ${tests.join(' and ')} %}`, '{% endif %}')
  }
  const sign = comparisons[word]
  const [left, right] = operands(expression.slice(word.length), state)
  if (sign && left && right) return begin(`{% if ${left} ${sign} ${right} %}`, '{% endif %}')
  return unknown()
}

/** Two names, numbers or quoted strings. */
function operands(expression: string, { scopes }: State): (string | undefined)[] {
  const found = /^\s+("[^"]*"|'[^']*'|\S+)\s+("[^"]*"|'[^']*'|\S+)$/.exec(expression)
  return [found?.[1], found?.[2]].map(one => {
    if (one === undefined || /^["']/.test(one) || /^-?\d+(\.\d+)?$/.test(one)) return one
    return one === 'true' || one === 'false' ? one : resolve(one, scopes)
  })
}

/** In Handlebars an else branch. In Mustachio names inside resolve to nothing, so only ../ resolves. */
function openInverted(expression: string, tag: Tag, state: State): string | undefined {
  const test = conditionOf(expression, state)
  const scope = state.language.name === 'mustachio' ? { base: null, isLoop: false } : undefined
  const end = test ? '{% endunless %}' : ''
  state.blocks.push({ word: expression, opened: tag.source, scope: test ? scope : undefined, end, takesElse: false })
  if (test && scope) state.scopes.push(scope)
  return test && `{% unless ${test} %}`
}

function close(expression: string, { blocks, scopes }: State): string | undefined {
  const block = blocks.at(-1)
  if (!block || block.word !== expression) return undefined
  blocks.pop()
  if (block.scope) scopes.pop()
  return block.end || undefined
}
