import { canBeCopied } from './check.ts'

/** The SPF records of a name as one that lets us send, too; null when there is none, or it cannot be written down. */
export function withUs(records: readonly string[], names: readonly string[]): string | null {
  const ours = names.map(name => `a:${name}`)
  const terms = records
    .flatMap(record => record.split(' ').slice(1))
    .filter(term => term !== '' && !ours.includes(term))
  const ends = new Set(terms.filter(isEnd))
  const others = new Set(terms.filter(term => !isEnd(term)))
  // In front: nothing that follows can refuse us or use up the look-ups first. Records that end differently end softly.
  const value = ['v=spf1', ...ours, ...others, ...(ends.size > 1 ? ['~all'] : ends)].join(' ')
  const redirects = [...others].filter(term => /^redirect=/i.test(term))
  return records.length > 0 && redirects.length <= 1 && canBeCopied(value) ? value : null
}

const isEnd = (term: string): boolean => /^[-+~?]?all$/i.test(term)
