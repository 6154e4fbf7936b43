/** Reads exported files of another service in place of its API. */
import type { Sheet } from '../../../../dashboard/src/csv-import/read-csv.ts'
import { fatal } from '../../../../server/src/core/fatal.ts'
import { readCsvFile } from '../../csv-file.ts'
import { readSheet } from '../sheet.ts'
import { type Kind, nothing, type Source, type SourceSuppression } from '../source.ts'
import { fieldsOf } from '../types-of-values.ts'
import { type Translate, templatesIn } from './template-files.ts'

export type Files = {
  contacts?: string | undefined
  suppressions?: string | undefined
  /** A folder. */
  templates?: string | undefined
}

/** The kinds of data that the given files contain. */
export const kindsOfFiles = ({ contacts, suppressions, templates }: Files): Kind[] => [
  ...(contacts === undefined ? [] : (['fields', 'contacts'] as const)),
  ...(templates === undefined ? [] : (['templates'] as const)),
  ...(suppressions === undefined ? [] : (['suppressions'] as const)),
]

export function fileSource({ contacts, suppressions, templates }: Files, translate: Translate): Source {
  const people = async function* () {
    if (contacts !== undefined) yield* readSheet(await readCsvFile(contacts))
  }
  return {
    contacts: people,
    fields: () => fieldsOf(people()),
    topics: nothing,
    async *templates() {
      if (templates !== undefined) yield* templatesIn(templates, translate)
    },
    async *suppressions() {
      if (suppressions !== undefined) yield* suppressionsOf(await readCsvFile(suppressions), suppressions)
    },
  }
}

const words: readonly (readonly [RegExp, SourceSuppression['reason']])[] = [
  [/unsub/i, 'unsubscribe'],
  [/spam|complain/i, 'complaint'],
  // The reason is "bounce", or the reply of the receiver, which begins with a code.
  [/bounce|invalid|^\W*5\d\d\b/i, 'hard_bounce'],
]

function* suppressionsOf({ head, rows }: Sheet, path: string): Generator<SourceSuppression> {
  const emailAt = head.findIndex(name => /mail|address|recipient/i.test(name))
  const reasonAt = head.findIndex(name => /reason|type|origin/i.test(name))
  // A file without column names has the addresses in its first column.
  const at = emailAt >= 0 ? emailAt : head[0] === 'Column 1' ? 0 : -1
  if (at < 0) throw fatal(`${path} has no column with email addresses. It has: ${head.join(', ')}.`)
  for (const cells of rows) {
    const reason = cells[reasonAt] ?? ''
    yield { email: cells[at]?.trim() ?? '', reason: words.find(([form]) => form.test(reason))?.[1] ?? 'manual' }
  }
}
