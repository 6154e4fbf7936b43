import type { Placed } from './store.ts'

type Group = { members: number[]; names: string[] }

/**
 * The order in which new contacts are inserted: the groups are sorted by address, so that two transactions with the same people do not deadlock. Contacts
 * that share an address or a number stay together in their order: the first of them is created, the others match it.
 */
export function inLockOrder(placed: readonly Placed[]): Placed[] {
  if (placed.length < 2) return [...placed]
  const groups = [...new Set(groupsByName(placed).values())].map(({ members, names }) => ({
    members,
    key: keyOf(names),
  }))
  return groups
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap(({ members }) => members.toSorted((a, b) => a - b).flatMap(nth => placed[nth] ?? []))
}

function groupsByName(placed: readonly Placed[]): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const [nth, one] of placed.entries()) {
    const known = namesOf(one).flatMap(name => groups.get(name) ?? [])
    const [group = { members: [], names: [] }, ...others] = [...new Set(known)].toSorted(byLength)
    for (const { members, names } of [{ members: [nth], names: namesOf(one) }, ...others]) {
      group.members.push(...members)
      group.names.push(...names)
      for (const name of names) groups.set(name, group)
    }
  }
  return groups
}

/** The smaller group moves, so that a long chain of contacts takes no quadratic time. */
const byLength = (a: Group, b: Group): number => b.names.length - a.names.length

const namesOf = ({ environmentId, contact: { email, phoneNumber } }: Placed): string[] =>
  [email?.toLowerCase(), phoneNumber].flatMap(name => (name ? [`${environmentId} ${name}`] : []))

/** The first address, or the first number if there is none: requests that name a contact by its address sort it alike. */
function keyOf(names: readonly string[]): string {
  const emails = names.filter(name => name.includes('@'))
  return (emails.length > 0 ? emails : names).reduce((first, name) => (name < first ? name : first))
}
