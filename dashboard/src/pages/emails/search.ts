import type { Input } from '#api/operation-types.ts'

type Query = NonNullable<Input<'listEmails'>['query']>
type Search = { query: Pick<Query, 'to' | 'from' | 'tag' | 'batch_id' | 'search'>; problem?: string }

const prefixes = { to: 'to', from: 'from', tag: 'tag', batch: 'batch_id' } as const
const addressFields: readonly string[] = ['to', 'from']
const looksLikeAddress = (text: string) => /^\S+@\S+\.[^\s.]{2,}$/.test(text)
/** Fewer characters are in nearly every email. */
const shortest = 3

/** What is typed above the list: a whole address is a recipient, other words are looked for; from:, tag: and batch: say what else is meant. */
export function parseSearch(typed: string): Search {
  const search: Search = { query: {} }
  const words: string[] = []
  for (const word of typed.split(/\s+/).filter(Boolean)) {
    const [, prefix, value = word] = /^(to|from|tag|batch):(.*)$/.exec(word) ?? []
    // as: the expression lets in these alone
    const field = prefixes[(prefix ?? 'to') as keyof typeof prefixes]
    if (!value) continue
    if (!addressFields.includes(field) || looksLikeAddress(value)) search.query[field] = value
    else if (prefix) search.problem = `“${value}” is not a whole address. Leave ${prefix}: out to search for a part.`
    else words.push(value)
  }
  const text = words.join(' ')
  if (text.length >= shortest) search.query.search = text
  else if (text) search.problem = `Type at least ${shortest} characters.`
  return search
}
