type Placed = { id: string; display_order: number }

/**
 * What must be changed so that the topic at `from` stands at `to`: new numbers for as few as possible. Numbers that are
 * there twice, or none in order, are put right on the way.
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
