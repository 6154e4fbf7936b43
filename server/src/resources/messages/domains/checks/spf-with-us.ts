import { canBeCopied } from './check.ts'

/**
 * The SPF records of a name merged into one that also lets us send; null when there are none, or the result cannot be written
 * down.
 */
export function withUs(records: readonly string[], names: readonly string[]): string | null {
  const ours = names.map(name => `a:${name}`)
  const terms = records
    .flatMap(record => record.split(' ').slice(1))
    .filter(term => term !== '' && !ours.includes(term))
  const ends = new Set(terms.filter(isEnd))
  const others = new Set(terms.filter(term => !isEnd(term)))
  // In front: no later entry can refuse us or use up the look-ups first. Records with different endings get a soft one.
  const value = ['v=spf1', ...ours, ...others, ...(ends.size > 1 ? ['~all'] : ends)].join(' ')
  const redirects = [...others].filter(term => /^redirect=/i.test(term))
  return records.length > 0 && redirects.length <= 1 && canBeCopied(value) ? value : null
}

const isEnd = (term: string): boolean => /^[-+~?]?all$/i.test(term)
