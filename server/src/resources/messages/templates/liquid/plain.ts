/**
 * Sources that are cheap to fill in, whatever the variables: without loops, without assignments, and without filters that make
 * text longer. Every tag runs at most once and reads at most all variables, so the work is at most the characters inside tags
 * times the weight of the variables.
 */
import { Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs'
import { engineOf, type Kind } from './parse.ts'

export type Source = { kind: Kind; source: string }

/** Characters of the sources. */
const maxSource = 128 * 1024
/** Characters inside tags, for which the parser takes up to 2 µs each. */
const maxLiquid = 5_000
/** Characters inside tags times the weight of the variables: some milliseconds. */
const maxWork = 4 * 1024 * 1024

const tags = new Set(['if', 'elsif', 'else', 'endif', 'unless', 'endunless'])
const filters = new Set([
  ...['default', 'upcase', 'downcase', 'capitalize', 'strip', 'truncate', 'date', 'size', 'first', 'last'],
  ...['abs', 'ceil', 'floor', 'round', 'plus', 'minus', 'times', 'divided_by', 'modulo'],
])
/** Searching one text in another takes the product of both; a range is as long as its numbers say. */
const costly = /\bcontains\b|\.\./

/** The number of characters inside tags; undefined when the source is not plain. Takes time in proportion to the sources. */
export function liquidOf(sources: readonly Source[]): number | undefined {
  if (sources.reduce((sum, { source }) => sum + source.length, 0) > maxSource) return undefined
  let liquid = 0
  for (const { kind, source } of sources) {
    for (const tag of tagsOf(kind, source)) {
      liquid += tag.size()
      if (liquid > maxLiquid || !isPlain(tag)) return undefined
    }
  }
  return liquid
}

function tagsOf(kind: Kind, source: string): TopLevelToken[] {
  const { options } = engineOf(kind)
  const tokens = new Tokenizer(source, options.operators).readTopLevelTokens(options)
  return tokens.filter(token => !TypeGuards.isHTMLToken(token))
}

function isPlain(token: TopLevelToken): boolean {
  const text = token.getText()
  if (TypeGuards.isTagToken(token) && !tags.has(token.name)) return false
  if (costly.test(text)) return false
  // A bar inside a text counts, too: the source is then only filled in elsewhere.
  return Array.from(text.matchAll(/\|\s*(\w*)/g)).every(([, name = '']) => filters.has(name))
}

/** Whether variables are small enough for a plain source with this much Liquid. Stops as soon as the answer is known. */
export function isLittleWork(liquid: number, variables: Record<string, unknown>): boolean {
  let left = maxWork / Math.max(1, liquid)
  const open: unknown[] = [variables]
  while (open.length > 0) {
    const next = open.pop()
    left -= typeof next === 'string' ? next.length + 10 : 10
    if (left < 0) return false
    if (next === null || typeof next !== 'object') continue
    for (const key in next) {
      left -= key.length + 10
      if (left < 0) return false
      // `as`: the key is one of its own.
      open.push((next as Record<string, unknown>)[key])
    }
  }
  return true
}
