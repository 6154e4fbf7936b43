import { readFileSync } from 'node:fs'
import { readCsv, type Sheet } from '../../dashboard/src/csv-import/read-csv.ts'
import { fatal } from '../../server/src/core/fatal.ts'
import { whyUnreadable } from '../../server/src/core/process/file-fault.ts'

export async function readCsvFile(path: string): Promise<Sheet> {
  const bytes = readBytes(path)
  return readCsv(new Blob([new Uint8Array(bytes)])).catch(error => {
    throw fatal(`${path}: ${error instanceof Error ? error.message : String(error)}`, error)
  })
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw fatal(`${path} cannot be read: ${whyUnreadable(path, error)}`, error)
  }
}
