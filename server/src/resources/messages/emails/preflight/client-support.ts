/** Which features of the html some mail programs do not support. Pure. */
import type { PreflightCheck } from '@posthorn/contract/messages/preflight'
import type { HtmlFacts } from '#transports/transport.ts'
import { advice, fine } from './check.ts'
import { changesLayout, decoration, type FeatureRow } from './client-support-data.ts'

/** In the order of the data. */
const programs = ['Gmail', 'Outlook for Windows', 'Apple Mail', 'Yahoo']
/** Nobody reads more than this. */
const maxShown = 10

export function clientSupport({ features }: Pick<HtmlFacts, 'features'>): PreflightCheck {
  const used = new Set(features)
  const missingOf = (rows: readonly FeatureRow[]) =>
    rows.filter(([name, , support]) => used.has(name) && support.includes('n'))
  const layout = missingOf(changesLayout)
  const all = [...layout, ...missingOf(decoration)]
  if (all.length === 0) return fine('html_support', `${listed(programs)} show everything that the html uses.`)
  const details = all.slice(0, maxShown).map(toSentence)
  if (layout.length === 0)
    return {
      ...fine('html_support', 'In some mail programs it looks less pretty, but nothing is missing.'),
      details,
    }
  return {
    ...advice(
      'html_support',
      `${layout.length === 1 ? 'One thing' : `${layout.length} things`} that the html uses may break the layout in some mail programs. Use tables and plain styles there, or check that it reads well without them.`,
    ),
    details,
  }
}

function toSentence([, title, support]: FeatureRow): string {
  const those = (answer: string) => programs.filter((_, nth) => support[nth] === answer)
  const partly = those('a')
  return `${title}: not in ${listed(those('n'))}${partly.length > 0 ? `; only in part in ${listed(partly)}` : ''}.`
}

const listed = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)
