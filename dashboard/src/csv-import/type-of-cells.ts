import type { FieldType } from '@posthorn/contract/audience/contact-fields'

const kinds: readonly (readonly [FieldType, RegExp])[] = [
  ['boolean', /^(true|false)$/i],
  ['number', /^-?\d{1,15}(\.\d{1,15})?$/],
  ['date', /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z)?$/],
]

/** The type of a new field for these cells: the one that fits all of them, otherwise text. A leading zero means text, not a number. */
export function typeOfCells(cells: readonly string[]): FieldType {
  const given = cells.map(cell => cell.trim()).filter(Boolean)
  if (given.length === 0 || given.some(cell => /^-?0\d/.test(cell))) return 'string'
  return kinds.find(([, form]) => given.every(cell => form.test(cell)))?.[0] ?? 'string'
}
