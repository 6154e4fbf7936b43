type Search = { query: { to?: string; from?: string }; problem?: string }

const looksLikeNumber = (text: string) => /^\+[1-9]\d{6,14}$/.test(text)

/** A number is a recipient, from: and a number a sender. Spaces and dashes inside a number do not matter. */
export function parseSmsSearch(typed: string): Search {
  const [, prefix = 'to', rest = ''] = /^(?:(to|from):)?(.*)$/.exec(typed.trim()) ?? []
  const number = rest.replace(/[\s().-]/g, '')
  if (!number) return { query: {} }
  if (!looksLikeNumber(number))
    return { query: {}, problem: `“${rest}” is not a whole number. Write it like +14155552671.` }
  return { query: prefix === 'from' ? { from: number } : { to: number } }
}
