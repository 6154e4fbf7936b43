import type { ImportField, ImportRow, Mapping } from './fields.ts'

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Guesses the field of each column from its name. No field is used twice. */
export function guessMapping(head: readonly string[], fields: readonly ImportField[]): string[] {
  const taken = new Set<string>()
  return head.map(name => {
    const field = fields.find(one => !taken.has(one.name) && [plain(one.name), ...one.knownAs].includes(plain(name)))
    if (field) taken.add(field.name)
    return field?.name ?? ''
  })
}

/** Maps a column to a field; the column that had the field before is skipped. */
export const assign = (mapping: Mapping, column: number, field: string): string[] =>
  mapping.map((one, at) => (at === column ? field : one === field ? '' : one))

export type Mapped = { row: ImportRow } | { problem: string }

const maxCellLength = 1_000 // the server refuses longer values; the rest of such a cell does not matter

/** A row of the file as it is sent, or the problem with it. */
export function mapRow(cells: readonly string[], mapping: Mapping, fields: readonly ImportField[]): Mapped {
  const row: ImportRow = {}
  for (const [column, name] of mapping.entries()) {
    const text = cells[column]?.trim()
    if (!name || !text) continue
    const flag = fields.find(field => field.name === name)?.flag
    const value = flag ? flag(text) : text.slice(0, maxCellLength)
    if (value === undefined) return { problem: `"${text.slice(0, 100)}" is neither yes nor no` }
    row[name] = value
  }
  return { row }
}
