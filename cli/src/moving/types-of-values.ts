/** Infers the fields that the other service does not declare, from the values of its contacts. */
import { typeOfCells } from '../../../dashboard/src/csv-import/type-of-cells.ts'
import type { LeftOut, SourceContact, SourceField, Value } from './source.ts'

/** Types are inferred from batches of this many values. If batches differ, the field is a string. */
const batchSize = 1_000

/** Reads all contacts, because even the last one can change a type. */
export async function* fieldsOf(contacts: AsyncIterable<SourceContact | LeftOut>): AsyncGenerator<SourceField> {
  const typeOf = new Map<string, SourceField['type']>()
  const cells = new Map<string, string[]>()
  const settle = (name: string, seen: string[]) => {
    const type = typeOfCells(seen)
    const before = typeOf.get(name)
    typeOf.set(name, before === undefined || before === type ? type : 'string')
    seen.length = 0
  }
  for await (const contact of contacts) {
    if ('leftOut' in contact) continue
    for (const [name, value] of Object.entries(contact.properties)) {
      const seen = cells.get(name) ?? []
      cells.set(name, seen)
      seen.push(asCell(value))
      if (seen.length === batchSize) settle(name, seen)
    }
  }
  for (const [name, seen] of cells) if (seen.length > 0) settle(name, seen)
  for (const [name, type] of typeOf) yield { name, type }
}

export const asCell = (value: Value): string => String(value)
