/** What waits, by tenant, and is taken in turn: one of each. So a tenant with a thousand in line is not before one that comes now. */
export type FairQueue<Item> = {
  readonly size: number
  push(tenant: string, item: Item): void
  /** The next ones in turn, as long as they are accepted. */
  take(accepts: (item: Item) => boolean): Item[]
  /** Makes room for one more of this tenant: takes out the newest of whoever has most waiting, or undefined if nobody has more. */
  makeRoom(tenant: string): Item | undefined
  /** Takes out everything. */
  clear(): Item[]
}

export function fairQueue<Item>(): FairQueue<Item> {
  /** In the order in which it is their turn; none is empty. */
  const lines = new Map<string, Item[]>()
  let size = 0

  function largest(): [tenant: string, line: Item[]] | undefined {
    let found: [string, Item[]] | undefined
    for (const one of lines) if (!found || one[1].length > found[1].length) found = one
    return found
  }

  return {
    get size() {
      return size
    },
    push(tenant, item) {
      const line = lines.get(tenant)
      if (line) line.push(item)
      else lines.set(tenant, [item])
      size++
    },
    take(accepts) {
      const taken: Item[] = []
      for (const [tenant, line] of lines) {
        const next = line[0] as Item
        if (!accepts(next)) break
        taken.push(next)
        line.shift()
        // Behind all others: the loop comes to it again.
        lines.delete(tenant)
        if (line.length > 0) lines.set(tenant, line)
      }
      size -= taken.length
      return taken
    },
    makeRoom(tenant) {
      const [other, line] = largest() ?? []
      if (other === undefined || !line || line.length <= (lines.get(tenant)?.length ?? 0) + 1) return undefined
      size--
      const last = line.pop()
      if (line.length === 0) lines.delete(other)
      return last
    },
    clear() {
      const all = [...lines.values()].flat()
      lines.clear()
      size = 0
      return all
    },
  }
}
