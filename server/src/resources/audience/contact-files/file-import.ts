import type { FileField, FileImportStatus } from '@posthorn/contract/audience/contact-files'
import type { Separator } from './csv-reader.ts'

export type ImportKey = { environmentId: string; id: string }

/** Which cell of a row is what, by its place, and what becomes of all of them. */
export type Plan = {
  separator: Separator
  fields: Partial<Record<FileField, number>>
  properties: Readonly<Record<string, number>>
  skipsExisting: boolean
  segmentIds: readonly string[]
  topics: Readonly<Record<string, boolean>>
}

export type RefusedRow = { row: number; message: string }

export type Counts = { read: number; created: number; updated: number; unchanged: number; refused: number }

export type FileImport = ImportKey & {
  status: FileImportStatus
  counts: Counts
  /** The first of them. */
  refusals: readonly RefusedRow[]
  error: string | null
  createdAt: Date
  finishedAt: Date | null
}

/** The key or the person who asked: contacts and consent tell where they come from. */
export type AskedBy = { keyId: string; person?: { id: string } }
