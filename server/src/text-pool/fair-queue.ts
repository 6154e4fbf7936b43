/** What waits, by tenant: each is served in turn, however much another one has waiting. */
export type FairQueue<Item> = {
  readonly size: number
  waitingOf(tenant: string): number
  push(tenant: string, item: Item): void
  /** Before everything else of this tenant: it has been served once already, in vain. */
  pushFront(tenant: string, item: Item): void
  /** The next one of a tenant that may have a turn. */
  take(mayHaveTurn: (tenant: string) => boolean): Item | undefined
  clear(): Item[]
}

export function fairQueue<Item>(): FairQueue<Item> {
  /** In the order of their turns. */
  const lines = new Map<string, Item[]>()
  let size = 0

  const lineOf = (tenant: string): Item[] => {
    const line = lines.get(tenant) ?? []
    lines.set(tenant, line)
    size++
    return line
  }

  return {
    get size() {
      return size
    },
    waitingOf: tenant => lines.get(tenant)?.length ?? 0,
    push: (tenant, item) => void lineOf(tenant).push(item),
    pushFront: (tenant, item) => void lineOf(tenant).unshift(item),
    take(mayHaveTurn) {
      for (const [tenant, line] of lines) {
        if (!mayHaveTurn(tenant)) continue
        const item = line.shift()
        lines.delete(tenant)
        if (line.length > 0) lines.set(tenant, line)
        size--
        return item
      }
      return undefined
    },
    clear() {
      const all = [...lines.values()].flat()
      lines.clear()
      size = 0
      return all
    },
  }
}
