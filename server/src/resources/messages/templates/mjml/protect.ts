/**
 * MJML does not know Liquid: a tag between two sections is not an element, and a `<` in a condition opens one. So every Liquid
 * tag is replaced by a word, or by a comment where only elements are allowed, and restored afterwards.
 */
import { Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs'

type Protected = { text: string; restore: (text: string) => string }

export function protect(source: string): Protected {
  const word = unusedWord(source)
  const tokens = new Tokenizer(source).readTopLevelTokens()
  const state = { inElement: false, inText: false }
  const parts = tokens.map((token, nth) => {
    if (!TypeGuards.isHTMLToken(token)) return standIn(token, `${word}${nth}x`, state)
    follow(token.getText(), state)
    return token.getText()
  })
  const pattern = new RegExp(`<!--${word}(\\d+)x-->|${word}(\\d+)x`, 'g')
  const restore = (text: string) =>
    text.replace(pattern, (_, inComment, alone) => tokens[Number(inComment ?? alone)]?.getText() ?? '')
  return { text: parts.join(''), restore }
}

type State = { inElement: boolean; inText: boolean }

const standIn = (token: TopLevelToken, word: string, { inElement, inText }: State): string =>
  TypeGuards.isTagToken(token) && !inElement && !inText ? `<!--${word}-->` : word

/** These elements hold only text, and even refuse a comment. */
const textOnly = /^<(\/?)mj-(?:style|title|preview)\b/

function follow(html: string, state: State): void {
  for (const [piece] of html.matchAll(/<[^<>]*|>/g)) {
    state.inElement = piece !== '>'
    const [match, closing] = textOnly.exec(piece) ?? []
    if (match !== undefined) state.inText = closing === ''
  }
}

/** Short, and found in one pass: a source cannot contain all numbers. */
function unusedWord(source: string): string {
  const used = new Set(Array.from(source.matchAll(/liquid(\d{1,7})q/g), ([, number]) => Number(number)))
  let free = 0
  while (used.has(free)) free++
  return `liquid${free}q`
}
