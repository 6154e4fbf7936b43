import type { Input } from '#api/operation-types.ts'

type Query = NonNullable<Input<'listEmails'>['query']>
type Search = { query: Pick<Query, 'to' | 'from' | 'tag' | 'batch_id'>; problem?: string }

const prefixes = { to: 'to', from: 'from', tag: 'tag', batch: 'batch_id' } as const
const addressFields: readonly string[] = ['to', 'from']
const looksLikeAddress = (text: string) => /^\S+@\S+\.[^\s.]{2,}$/.test(text)

/** What is typed above the list: an address is a recipient; from:, tag: and batch: say what else is meant. */
export function parseSearch(typed: string): Search {
  const search: Search = { query: {} }
  for (const word of typed.split(/\s+/).filter(Boolean)) {
    const [, prefix = '', value = ''] = /^(to|from|tag|batch):(.*)$/.exec(word) ?? [undefined, 'to', word]
    const field = prefixes[prefix as keyof typeof prefixes] // as: the expression lets in these alone
    if (!value) continue
    if (addressFields.includes(field) && !looksLikeAddress(value))
      search.problem = `“${value}” is not a whole address. Search by address, or with from:, tag: or batch:.`
    else search.query[field] = value
  }
  return search
}
