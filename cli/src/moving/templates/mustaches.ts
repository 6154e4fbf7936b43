/**
 * Handlebars (SendGrid, Mailgun) and Mustachio (Postmark): variables, conditions, loops and scopes become the Liquid that prints the
 * same. What has no exact counterpart is left as text, and named.
 */
import { literally, plainly, printed, type Translated } from './liquid.ts'
import { resolve, type Scope } from './scopes.ts'
import { readTags, type Tag } from './tags.ts'

export type Language = {
  name: 'handlebars' | 'mustachio'
  /** Words of the service for links of each reader. */
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

/** ~ takes away the white space beside a tag, as - does here. */
function stripped(ours: string, before: boolean, after: boolean): string {
  const left = before ? ours.replace(/^\{([{%])/, '{$1-') : ours
  return after ? left.replace(/([}%])\}$/, '-$1}') : left
}

/** Undefined for what has no counterpart. */
function translate(said: string, tag: Tag, state: State): string | undefined {
  if (said.startsWith('!')) return ''
  const link = state.language.links[said]
  if (link) return `{{ ${link} }}`
  if (said.startsWith('#')) return open(said.slice(1).trim(), tag, state)
  if (said.startsWith('/')) return close(said.slice(1).trim(), state)
  if (said.startsWith('^') && said.length > 1) return openInverted(said.slice(1).trim(), tag, state)
  if (said === 'else' || said === '^') return state.blocks.at(-1)?.takesElse ? '{% else %}' : undefined
  const elseIf = /^else if (\S+)$/.exec(said)?.[1]
  if (elseIf) {
    const test = conditionOf(elseIf, state)
    return test && state.blocks.at(-1)?.word === 'if' ? `{% elsif ${test} %}` : undefined
  }
  return print(said, tag, state)
}

function print(said: string, { isRaw }: Tag, { scopes, language }: State): string | undefined {
  const inserted = /^insert (\S+)(?: "default=([^"]*)")?$/.exec(said)
  if (language.name === 'handlebars' && inserted) {
    const path = resolve(inserted[1] ?? '', scopes)
    return path && `{{ ${path} | default: "${inserted[2] ?? ''}" }}`
  }
  const isUnescaped = isRaw || said.startsWith('&')
  const path = resolve(said.replace(/^&\s*/, ''), scopes)
  return path && printed(path, isUnescaped ? ' | raw' : '')
}

/** Those of JavaScript: an empty text or list and 0 are no, and here only nil and false are. */
function conditionOf(said: string, { scopes }: State): string | undefined {
  const path = resolve(said, scopes)
  return path && `${path} and ${path} != empty and ${path} != 0`
}

const comparisons: Readonly<Record<string, string>> = {
  equals: '==',
  notEquals: '!=',
  greaterThan: '>',
  lessThan: '<',
}

function open(said: string, tag: Tag, state: State): string | undefined {
  const [word = '', ...rest] = said.split(/\s+/)
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
  const [left, right] = operands(said.slice(word.length), state)
  if (sign && left && right) return begin(`{% if ${left} ${sign} ${right} %}`, '{% endif %}')
  return unknown()
}

/** Two names, numbers or texts in quotes. */
function operands(said: string, { scopes }: State): (string | undefined)[] {
  const found = /^\s+("[^"]*"|'[^']*'|\S+)\s+("[^"]*"|'[^']*'|\S+)$/.exec(said)
  return [found?.[1], found?.[2]].map(one => {
    if (one === undefined || /^["']/.test(one) || /^-?\d+(\.\d+)?$/.test(one)) return one
    return one === 'true' || one === 'false' ? one : resolve(one, scopes)
  })
}

/** In Handlebars an else of its own; in Mustachio what stands in it is looked up in nothing, so only ../ leads somewhere. */
function openInverted(said: string, tag: Tag, state: State): string | undefined {
  const test = conditionOf(said, state)
  const scope = state.language.name === 'mustachio' ? { base: null, isLoop: false } : undefined
  const end = test ? '{% endunless %}' : ''
  state.blocks.push({ word: said, opened: tag.source, scope: test ? scope : undefined, end, takesElse: false })
  if (test && scope) state.scopes.push(scope)
  return test && `{% unless ${test} %}`
}

function close(said: string, { blocks, scopes }: State): string | undefined {
  const block = blocks.at(-1)
  if (!block || block.word !== said) return undefined
  blocks.pop()
  if (block.scope) scopes.pop()
  return block.end || undefined
}
