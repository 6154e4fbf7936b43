import { type FilterImplOptions, type Liquid, filters as library, toValue } from 'liquidjs'
import { hasMoreValuesThan, limits } from './limits.ts'
import { missingAmong } from './missing.ts'
import { escapeHtml, Markup, printed } from './printing.ts'

/** The filters of Liquid itself. What the library adds is random, or runs expressions made from strings. */
const offered = [
  ...['abs', 'at_least', 'at_most', 'ceil', 'divided_by', 'floor', 'minus', 'modulo', 'plus', 'round', 'times'],
  ...['append', 'capitalize', 'downcase', 'lstrip', 'prepend', 'remove', 'remove_first', 'remove_last', 'replace'],
  ...['replace_first', 'replace_last', 'rstrip', 'slice', 'split', 'strip', 'strip_html', 'strip_newlines', 'truncate'],
  ...['truncatewords', 'upcase', 'url_decode', 'url_encode', 'base64_decode', 'base64_encode', 'json'],
  ...['compact', 'concat', 'first', 'join', 'last', 'map', 'reverse', 'size', 'sort', 'sort_natural', 'sum', 'uniq'],
  ...['find', 'find_index', 'has', 'reject', 'where'],
]

type Handler = Extract<FilterImplOptions, (...args: never[]) => unknown>

/** Removes all other filters. Those that return html, or mark their input as html, say so. */
export function offerFilters(liquid: Liquid, printsHtml: boolean): void {
  const all: Record<string, FilterImplOptions> = library
  const html = (make: (text: string) => string) => guarded(value => new Markup(make(printed(value))))
  const escapedOnce = printsHtml ? escapeOnce : (text: string) => text

  for (const name of Object.keys(liquid.filters)) liquid.unregisterFilter(name)
  for (const name of offered) liquid.registerFilter(name, guarded(handlerOf(all[name])))
  liquid.registerFilter('default', otherwise)
  liquid.registerFilter('date', guarded(shortDate))
  liquid.registerFilter('range_bound', guarded(rangeBound))
  liquid.registerFilter(
    'raw',
    html(text => text),
  )
  liquid.registerFilter('escape', html(escapeHtml))
  liquid.registerFilter('escape_once', html(escapeOnce))
  liquid.registerFilter(
    'newline_to_br',
    html(text => escapedOnce(text).replace(/\r?\n/g, '<br />\n')),
  )
}

function handlerOf(filter: FilterImplOptions | undefined): Handler {
  if (typeof filter !== 'function') throw new Error('the library has no such filter')
  return filter
}

/**
 * The library counts the output of most filters, but looks at the clock only between tags, and counts the elements of a list, not
 * their text: printing the same megabyte 8,000 times exceeds the memory.
 */
function guarded(handler: Handler): Handler {
  return function* (value, ...args) {
    this.context.renderLimit.check(performance.now())
    const missing = missingAmong([value, ...args.map(positional)])
    if (missing) return missing
    for (const given of [value, ...args]) refuseLarge(given)
    const made: unknown = yield handler.call(this, value, ...args)
    if (hasMoreValuesThan(limits.values, made, limits.listed)) throw new Error(tooMuchInList)
    return made
  }
}

const tooMuchInList = 'a filter takes and makes lists of at most 10,000 values with 4 MiB of text'

/** A named argument is a pair of name and value. */
const positional = (arg: unknown): unknown => (Array.isArray(arg) ? arg[1] : arg)

function refuseLarge(given: unknown): void {
  const value: unknown = toValue(given)
  if (typeof value === 'string' && value.length > limits.filtered) throw new Error('a filter takes at most 1 MiB')
  if (typeof value === 'object' && hasMoreValuesThan(limits.values, value, limits.listed))
    throw new Error(tooMuchInList)
}

/** The library's `default`, but it leaves an existing value as it is. */
const otherwise: Handler = function (value, ...args) {
  this.context.renderLimit.check(performance.now())
  const chosen: unknown = handlerOf(library.default).call(this, value, ...args)
  return chosen === toValue(value) ? value : chosen
}

const shortDate: Handler = function (value, ...args) {
  if (args.some(arg => typeof arg === 'string' && arg.length > limits.dateFormat))
    throw new Error('the format of a date has at most 200 characters')
  return handlerOf(library.date).call(this, value, ...args)
}

/** Both ends of every range pass through this, see ranges.ts. */
function rangeBound(value: unknown): number {
  const bound = Number(value)
  if (Math.abs(bound) > limits.rangeBound) throw new Error('a range lies between -100,000 and 100,000')
  return bound
}

const escapeOnce = (text: string): string => text.replace(/[<>"']|&(?!#?\w+;)/g, escapeHtml)
