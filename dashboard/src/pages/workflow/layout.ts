/** Places for steps: each below those that lead to it, branches beside each other, what leads back upwards left alone. */
import { type Definition, startsOf, targetOf, waysOf } from './definition.ts'

export type Spots = ReadonlyMap<string, { x: number; y: number }>

export const columnWidth = 272
export const rowHeight = 136
export const nodeSize = { width: 240, height: 64 }

/** Where a line to a step leaves its own column: in the gap right above the step, so that it crosses no other. */
export const gapAbove = (y: number): number => y - (rowHeight - nodeSize.height) / 2

/** In steps of columns and rows; the first step is at 0, 0. */
export function layOut(definition: Definition): Spots {
  const ways = forwardWays(definition)
  const rows = rowsOf(definition, ways)
  const columns = columnsOf(definition, ways, rows)
  return new Map(
    definition.steps.map(({ key }) => [
      key,
      { x: (columns.get(key) ?? 0) * columnWidth, y: (rows.get(key) ?? 0) * rowHeight },
    ]),
  )
}

type Ways = ReadonlyMap<string, readonly string[]>

const nextOf = (definition: Definition, key: string): string[] => {
  const step = definition.steps.find(one => one.key === key)
  const order = [...waysOf(step?.type ?? '')]
  const targets = order.flatMap(way => targetOf(definition, key, way) ?? [])
  return [...new Set(targets)].filter(target => definition.steps.some(one => one.key === target))
}

/** Every step is reached: from where the workflow begins, then from those that nothing leads to from there. */
function rootsOf(definition: Definition): string[] {
  return [...startsOf(definition), ...definition.steps].map(({ key }) => key)
}

/** Connections without those that lead back to a step on the way to them. */
function forwardWays(definition: Definition): Ways {
  const ways = new Map<string, string[]>()
  const onTheWay = new Set<string>()
  const visit = (key: string): void => {
    if (ways.has(key)) return
    const forward: string[] = []
    ways.set(key, forward)
    onTheWay.add(key)
    for (const next of nextOf(definition, key)) {
      if (onTheWay.has(next)) continue
      forward.push(next)
      visit(next)
    }
    onTheWay.delete(key)
  }
  for (const key of rootsOf(definition)) visit(key)
  return ways
}

/** As far down as the longest way that leads there. */
function rowsOf({ steps }: Definition, ways: Ways): Map<string, number> {
  const rows = new Map(steps.map(({ key }) => [key, 0]))
  // Without ways back a round settles at least one row, so there are never more rounds than steps.
  for (let round = 0, changed = true; changed && round < steps.length; round++) {
    changed = false
    for (const [from, targets] of ways)
      for (const to of targets) {
        const row = (rows.get(from) ?? 0) + 1
        if (row <= (rows.get(to) ?? 0)) continue
        rows.set(to, row)
        changed = true
      }
  }
  return rows
}

/** A step takes the middle of what first follows from it; branches stand side by side, however deep they go. */
function columnsOf(definition: Definition, ways: Ways, rows: ReadonlyMap<string, number>): Map<string, number> {
  const columns = new Map<string, number>()
  const owners = ownersOf(ways, rows)
  const place = (key: string, left: number): number => {
    const branches = branchesOf(definition, key)
    const middles: number[] = []
    let right = left
    for (const next of branches) {
      if (next !== undefined && owners.get(next) === key) {
        if (columns.has(next)) continue // both ways lead there
        right = place(next, right)
        middles.push(columns.get(next) ?? left)
      } else if (branches.length > 1) {
        middles.push(right) // room for a line that leads past the other branch, or for what may be added here
        right += 1
      }
    }
    const [first, last] = [middles[0], middles.at(-1)]
    columns.set(key, first === undefined || last === undefined ? left : (first + last) / 2)
    return Math.max(right, left + 1)
  }
  let left = 0
  for (const key of rootsOf(definition)) if (!columns.has(key) && !owners.has(key)) left = place(key, left)
  const [start] = rootsOf(definition)
  const origin = (start !== undefined && columns.get(start)) || 0
  return new Map([...columns].map(([key, column]) => [key, column - origin]))
}

/** Where each way out leads, if anywhere. */
function branchesOf(definition: Definition, key: string): (string | undefined)[] {
  const step = definition.steps.find(one => one.key === key)
  return waysOf(step?.type ?? '').map(way => targetOf(definition, key, way))
}

/** Where several ways meet, the step stands under the last of those right above it. */
function ownersOf(ways: Ways, rows: ReadonlyMap<string, number>): Map<string, string> {
  const owners = new Map<string, string>()
  for (const [from, targets] of ways)
    for (const to of targets) {
      const isRightAbove = (rows.get(to) ?? 0) - (rows.get(from) ?? 0) === 1
      if (isRightAbove && !owners.has(to)) owners.set(to, from)
    }
  return owners
}
