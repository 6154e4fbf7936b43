import { type Kind, kindNames, kindOf, kinds, type Table, toastKinds } from './kinds.ts'
import type { TableSize } from './store.ts'

export type KindSize = {
  kind: Kind
  bytes: number
  counted: Table | null
  rows: number | null
  perEmail: number | null
}

/** The size of each kind of data, and its share per email. Null where it is unknown or there are no emails. */
export function addUp(sizes: readonly TableSize[]): KindSize[] {
  const parts = sizes.flatMap(partsOf)
  const rowsIn = (table: Table | null) => sizes.find(size => size.table === table)?.rows ?? null
  const emails = rowsIn('emails')
  return kindNames.map(kind => {
    const { counted, of } = kinds[kind]
    const bytes = parts.filter(part => part.kind === kind).reduce((sum, part) => sum + part.bytes, 0)
    return { kind, bytes, counted, rows: rowsIn(counted), perEmail: of === 'emails' && emails ? bytes / emails : null }
  })
}

function partsOf({ table, bytes, toastBytes }: TableSize): { kind: Kind; bytes: number }[] {
  const kind = kindOf[table]
  return [
    { kind, bytes: bytes - toastBytes },
    { kind: toastKinds[table] ?? kind, bytes: toastBytes },
  ]
}
