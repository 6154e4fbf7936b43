import type { ContactFileImport } from '@posthorn/contract/audience/contact-files'
import type { FileImport } from './file-import.ts'

export const toWireImport = ({
  id,
  status,
  counts,
  refusals,
  error,
  createdAt,
  finishedAt,
}: FileImport): ContactFileImport => {
  const { read: total, ...others } = counts
  return {
    ...{ id, status, created_at: createdAt.toISOString(), finished_at: finishedAt?.toISOString() ?? null },
    counts: { total, ...others },
    refused: [...refusals],
    ...(error !== null && { error }),
  }
}
