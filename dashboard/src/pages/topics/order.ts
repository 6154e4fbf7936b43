type Placed = { id: string; display_order: number }

/**
 * The changes that move the topic at `from` to `to`, with as few new numbers as possible. Duplicate or unordered numbers
 * are corrected on the way.
 */
export function moved(topics: readonly Placed[], from: number, to: number): Placed[] {
  const wanted = topics.toSpliced(from, 1)
  const topic = topics[from]
  if (!topic || to < 0 || to >= topics.length) return []
  wanted.splice(to, 0, topic)
  const numbers = topics.map(({ display_order }) => display_order)
  const areDistinct = new Set(numbers).size === numbers.length
  return wanted
    .map(({ id, display_order }, at) => ({ id, display_order, next: areDistinct ? (numbers[at] ?? at) : at + 1 }))
    .filter(({ display_order, next }) => display_order !== next)
    .map(({ id, next }) => ({ id, display_order: next }))
}
