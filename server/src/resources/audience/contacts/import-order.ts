import type { ContactCreate } from '@posthorn/contract/audience/contacts'

/** A row of a file, with its position there. */
export type Wanted = { row: number; asked: ContactCreate }

type Group = { rows: Wanted[]; names: string[] }

/**
 * Rows that share an address or a number stay together in the order of the file: the first creates the contact, the others match it. The groups are sorted
 * by address, so that two imports of one file do not deadlock.
 */
export function inLockOrder(wanted: readonly Wanted[]): Wanted[] {
  const groups = [...new Set(groupsByName(wanted).values())].map(({ rows, names }) => ({ rows, key: keyOf(names) }))
  return groups
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap(({ rows }) => rows.toSorted((a, b) => a.row - b.row))
}

function groupsByName(wanted: readonly Wanted[]): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const one of wanted) {
    const known = namesOf(one).flatMap(name => groups.get(name) ?? [])
    const [group = { rows: [], names: [] }, ...others] = [...new Set(known)].toSorted(byLength)
    for (const { rows, names } of [{ rows: [one], names: namesOf(one) }, ...others]) {
      group.rows.push(...rows)
      group.names.push(...names)
      for (const name of names) groups.set(name, group)
    }
  }
  return groups
}

/** The smaller group moves, so that a long chain of rows takes no quadratic time. */
const byLength = (a: Group, b: Group): number => b.names.length - a.names.length

const namesOf = ({ asked: { email, phone_number } }: Wanted): string[] =>
  [email?.toLowerCase(), phone_number].flatMap(name => name ?? [])

/** The first address, or the first number if there is none: files that name a contact by its address sort it alike. */
function keyOf(names: readonly string[]): string {
  const emails = names.filter(name => name.includes('@'))
  return (emails.length > 0 ? emails : names).reduce((first, name) => (name < first ? name : first))
}
