/** Suppressions in bulk, from a file or from another service. */
import { Type } from 'typebox'
import { operation } from '../operation.ts'
import { cell, dryRun, Imported, importedRows } from './contact-import.ts'
import { suppressionReasons } from './suppressions.ts'

const SuppressionRow = Type.Object({ email: cell, reason: cell }, { $id: 'SuppressionRow' })

const SuppressionImport = Type.Object(
  { rows: Type.Array(SuppressionRow, importedRows), dry_run: dryRun },
  { $id: 'SuppressionImport' },
)

export const suppressionImport = {
  importSuppressions: operation({
    id: 'importSuppressions',
    method: 'POST',
    audit: { never: 'recorded in the entries of the list' },
    path: '/v1/suppressions/import',
    tag: 'Suppressions',
    summary: 'Suppress up to 500 addresses',
    description: `The reason is one of ${suppressionReasons.join(', ')}; the default is manual. An address that is already on the list is unchanged, but unsubscribe and complaint replace a weaker reason. Refused rows are listed in the answer and do not affect the others. Sending the same rows again changes nothing.`,
    permission: 'contacts:write',
    body: SuppressionImport,
    repeatable: true,
    reply: Imported,
    refusals: [],
    example: {
      body: { rows: [{ email: 'gone@example.com', reason: 'hard_bounce' }, { email: 'nobody' }] },
      reply: {
        created: 1,
        updated: 0,
        unchanged: 0,
        refused: [{ row: 1, message: '"nobody" is not an email address' }],
      },
    },
  }),
}
