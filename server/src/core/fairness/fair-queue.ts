/** A queue that takes one item per tenant in turn, so a tenant with a thousand waiting items does not delay the others. */
export type FairQueue<Item> = {
  readonly size: number
  waitingOf(tenant: string): number
  push(tenant: string, item: Item): void
  /** Puts back an item that was taken without success, before the others of its tenant. */
  pushFront(tenant: string, item: Item): void
  /** Takes the next item of a tenant that may have a turn. */
  take(mayHaveTurn?: (tenant: string) => boolean): Item | undefined
  /** Takes items in turn, as long as they are accepted. */
  takeWhile(accepts: (item: Item) => boolean): Item[]
  remove(tenant: string, item: Item): void
  /** Removes the newest item of the tenant with the most items, to make room for one of this tenant. Undefined when no tenant has more. */
  makeRoom(tenant: string): Item | undefined
  /** Removes and returns everything. */
  clear(): Item[]
}

export function fairQueue<Item>(): FairQueue<Item> {
  /** In turn order. No line is empty. */
  const lines = new Map<string, Item[]>()
  let size = 0

  function lineOf(tenant: string): Item[] {
    const line = lines.get(tenant) ?? []
    lines.set(tenant, line)
    size++
    return line
  }

  /** Moves the tenant to the end, so a running iteration over the lines reaches it again. */
  function takeFirst(tenant: string, line: Item[]): Item {
    // `as`: no line is empty.
    const first = line.shift() as Item
    lines.delete(tenant)
    if (line.length > 0) lines.set(tenant, line)
    size--
    return first
  }

  function takeOut(tenant: string, line: Item[], index: number): Item | undefined {
    const [item] = line.splice(index, 1)
    if (line.length === 0) lines.delete(tenant)
    size--
    return item
  }

  function longest(): [tenant: string, line: Item[]] | undefined {
    let found: [string, Item[]] | undefined
    for (const one of lines) if (!found || one[1].length > found[1].length) found = one
    return found
  }

  return {
    get size() {
      return size
    },
    waitingOf: tenant => lines.get(tenant)?.length ?? 0,
    push: (tenant, item) => void lineOf(tenant).push(item),
    pushFront: (tenant, item) => void lineOf(tenant).unshift(item),
    take(mayHaveTurn = () => true) {
      for (const [tenant, line] of lines) if (mayHaveTurn(tenant)) return takeFirst(tenant, line)
      return undefined
    },
    takeWhile(accepts) {
      const taken: Item[] = []
      for (const [tenant, line] of lines) {
        if (!accepts(line[0] as Item)) break
        taken.push(takeFirst(tenant, line))
      }
      return taken
    },
    remove(tenant, item) {
      const line = lines.get(tenant)
      const index = line?.indexOf(item) ?? -1
      if (line && index >= 0) takeOut(tenant, line, index)
    },
    makeRoom(tenant) {
      const [other, line] = longest() ?? []
      if (other === undefined || !line || line.length <= (lines.get(tenant)?.length ?? 0) + 1) return undefined
      return takeOut(other, line, line.length - 1)
    },
    clear() {
      const all = [...lines.values()].flat()
      lines.clear()
      size = 0
      return all
    },
  }
}
