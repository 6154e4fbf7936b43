/** How some html elements read as text, where the formatters of html-to-text say it otherwise or without a bound. */
import type { DomNode, Formatter } from 'html-to-text'

/** Each level copies and widens every line inside of it, so quotes and lists deeper than this stand where they are. */
const maxIndentation = 5

/** Its alternative stands like a word of the text, so a link around it reads as that word and then the address. */
export const image: Formatter = (element, _walk, builder) => builder.addInline(element.attribs?.alt ?? '')

/** The cells of a row stand on one line. */
export const cell: Formatter = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addInline(' ')
}

export const quote: Formatter = (element, walk, builder) => {
  const indented = countAround(element, isQuote) < maxIndentation
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform: indented ? quoteLines : text => text })
}

export const bullets: Formatter = (element, walk, builder) => list(element, walk, builder, () => '- ')

export const numbers: Formatter = (element, walk, builder) => {
  const first = Number.parseInt(element.attribs?.start ?? '1', 10)
  list(element, walk, builder, index => `${(Number.isSafeInteger(first) ? first : 1) + index}. `)
}

function list(...[element, walk, builder, prefixOf]: [...Parameters<Formatter>, (index: number) => string]): void {
  const around = countAround(element, isList)
  const lineBreaks = around === 0 ? 2 : 1
  if (around >= maxIndentation) {
    builder.openBlock({ leadingLineBreaks: 1 })
    walk(element.children, builder)
    builder.closeBlock({ trailingLineBreaks: 1 })
    return
  }
  const items = element.children?.filter(child => child.type === 'tag') ?? []
  builder.openList({ leadingLineBreaks: lineBreaks, maxPrefixLength: prefixOf(items.length - 1).length })
  for (const [index, item] of items.entries()) {
    builder.openListItem({ prefix: prefixOf(index) })
    walk([item], builder)
    builder.closeListItem()
  }
  builder.closeList({ trailingLineBreaks: lineBreaks })
}

const isQuote = (element: DomNode): boolean => element.name === 'blockquote'
const isList = (element: DomNode): boolean => element.name === 'ul' || element.name === 'ol'

function countAround(element: DomNode, matches: (element: DomNode) => boolean): number {
  let count = 0
  for (let outer = element.parent; outer; outer = outer.parent) if (matches(outer)) count++
  return count
}

function quoteLines(text: string): string {
  return text.trim().replace(/^/gm, '> ')
}
