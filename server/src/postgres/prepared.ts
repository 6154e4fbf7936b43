/**
 * Statements over many rows at once are planned once for a connection: planning them took a fifth of an accepted batch.
 * Their text is always the same, since the rows are in arrays; others, whose text grows with a list, are not kept.
 */
import { hash } from 'node:crypto'

const names = new Map<string, string>()
const mostNames = 200
const isOfOneForm = /\bunnest\(|graphile_worker\.add_jobs\(/

/** The name under which the statement is prepared; undefined for one that is planned each time. */
export function preparedName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (!isOfOneForm.test(text) || names.size >= mostNames) return undefined
  const name = `p${hash('sha256', text, 'hex').slice(0, 16)}`
  names.set(text, name)
  return name
}
