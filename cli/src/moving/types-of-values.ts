/** Fields that the other service has not declared, by the values that its contacts have. */
import { typeOfCells } from '../../../dashboard/src/csv-import/type-of-cells.ts'
import type { LeftOut, SourceContact, SourceField, Value } from './source.ts'

/** So many values tell what a field is; further ones only take away. */
const looks = 1_000

/** Goes through all of them: what the last contact has decides, too. */
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
      if (seen.length === looks) settle(name, seen)
    }
  }
  for (const [name, seen] of cells) if (seen.length > 0) settle(name, seen)
  for (const [name, type] of typeOf) yield { name, type }
}

export const asCell = (value: Value): string => String(value)
