import type { FileField, FileImportStatus } from '@posthorn/contract/audience/contact-files'
import type { Separator } from './csv-reader.ts'

export type ImportKey = { environmentId: string; id: string }

/** Maps cells to fields by position, and says what to do with the contacts. */
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
  /** The first refused rows. */
  refusals: readonly RefusedRow[]
  error: string | null
  createdAt: Date
  finishedAt: Date | null
}

/** The API key or person that asked: contacts and consent entries record their origin. */
export type AskedBy = { keyId: string; person?: { id: string } }
