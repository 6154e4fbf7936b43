/** The positions of steps: each below the steps that lead to it, branches side by side. Connections that lead back up are ignored. */
import { type Definition, startsOf, targetOf, waysOf } from './definition.ts'

export type Spots = ReadonlyMap<string, { x: number; y: number }>

export const columnWidth = 272
export const rowHeight = 136
export const nodeSize = { width: 240, height: 64 }

/** The height at which a line to a step changes columns: in the gap right above that step, so it crosses no other step. */
export const gapAbove = (y: number): number => y - (rowHeight - nodeSize.height) / 2

/** In pixels, in multiples of columns and rows; the first step is at 0, 0. */
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

/** The start points of the traversal: first the start of the workflow, then all steps, so that every step is reached. */
function rootsOf(definition: Definition): string[] {
  return [...startsOf(definition), ...definition.steps].map(({ key }) => key)
}

/** The connections without those that lead back to an earlier step of the same path. */
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

/** The row of a step is the length of the longest path to it. */
function rowsOf({ steps }: Definition, ways: Ways): Map<string, number> {
  const rows = new Map(steps.map(({ key }) => [key, 0]))
  // Without back connections each round settles at least one row, so there are never more rounds than steps.
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

/** A step is centered above the steps it owns; branches are side by side, however deep they are. */
function columnsOf(definition: Definition, ways: Ways, rows: ReadonlyMap<string, number>): Map<string, number> {
  const columns = new Map<string, number>()
  const owners = ownersOf(ways, rows)
  const place = (key: string, left: number): number => {
    const branches = branchesOf(definition, key)
    const middles: number[] = []
    let right = left
    for (const next of branches) {
      if (next !== undefined && owners.get(next) === key) {
        if (columns.has(next)) continue // both ways lead to the same step
        right = place(next, right)
        middles.push(columns.get(next) ?? left)
      } else if (branches.length > 1) {
        middles.push(right) // room for a line past the other branch, or for a step that may be added here
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

/** The target of each way out, if there is one. */
function branchesOf(definition: Definition, key: string): (string | undefined)[] {
  const step = definition.steps.find(one => one.key === key)
  return waysOf(step?.type ?? '').map(way => targetOf(definition, key, way))
}

/** Where several ways meet, the step belongs to the first step directly above it. */
function ownersOf(ways: Ways, rows: ReadonlyMap<string, number>): Map<string, string> {
  const owners = new Map<string, string>()
  for (const [from, targets] of ways)
    for (const to of targets) {
      const isRightAbove = (rows.get(to) ?? 0) - (rows.get(from) ?? 0) === 1
      if (isRightAbove && !owners.has(to)) owners.set(to, from)
    }
  return owners
}
