/** A filter as the builder shows it: groups of conditions, each of which can be negated. */
import type { SegmentCondition, SegmentFilter } from '@posthorn/contract/segments/filter'
import { takesValue } from '@posthorn/contract/segments/filter-words'

export type Mode = 'all' | 'any'
export type Group = { kind: 'group'; key: string; isNot: boolean; mode: Mode; parts: readonly Node[] }
export type Leaf = { kind: 'leaf'; key: string; isNot: boolean; condition: SegmentCondition }
export type Node = Group | Leaf

/** Counter for React keys. */
let keyCount = 0
const newKey = (): string => `n${++keyCount}`

export const newLeaf = (condition: SegmentCondition): Leaf => ({ kind: 'leaf', key: newKey(), isNot: false, condition })
export const newGroup = (parts: readonly Node[], mode: Mode = 'all'): Group => ({
  ...{ kind: 'group', key: newKey(), isNot: false },
  ...{ mode, parts },
})

/** The root is always a group. */
export function toTree(filter: SegmentFilter | undefined): Group {
  if (!filter) return newGroup([])
  const node = toNode(filter)
  return node.kind === 'group' && !node.isNot ? node : newGroup([node])
}

function toNode(filter: SegmentFilter): Node {
  if ('not' in filter) {
    const inner = toNode(filter.not)
    return { ...inner, isNot: !inner.isNot }
  }
  if ('all' in filter) return newGroup(filter.all.map(toNode))
  if ('any' in filter) return newGroup(filter.any.map(toNode), 'any')
  return newLeaf(filter)
}

/** Omits empty groups; undefined if nothing is left. */
export function toFilter(node: Node): SegmentFilter | undefined {
  const inner = node.kind === 'leaf' ? node.condition : groupOf(node)
  return inner && node.isNot ? { not: inner } : inner
}

function groupOf({ mode, parts }: Group): SegmentFilter | undefined {
  const inner = parts.flatMap(part => toFilter(part) ?? [])
  if (inner.length === 0) return undefined
  return mode === 'all' ? { all: inner } : { any: inner }
}

/** Whether all required values are filled in. */
export const isComplete = (node: Node): boolean =>
  node.kind === 'group' ? node.parts.every(isComplete) : isConditionComplete(node.condition)

function isConditionComplete(condition: SegmentCondition): boolean {
  if ('field' in condition)
    return !takesValue(condition.operator) || !['', undefined].includes(String(condition.value ?? ''))
  if ('topic_id' in condition) return condition.topic_id !== ''
  if ('segment_id' in condition) return condition.segment_id !== ''
  return 'activity' in condition || condition.event !== ''
}

/** The path of each part in a request, by its key, to match the server's faults to parts. */
export function pathsOf(node: Node, path = 'filter'): Map<string, string> {
  const own = node.isNot ? `${path}.not` : path
  if (node.kind === 'leaf') return new Map([[node.key, own]])
  const shown = node.parts.filter(part => toFilter(part) !== undefined)
  return new Map([[node.key, own], ...shown.flatMap((part, nth) => [...pathsOf(part, `${own}.${node.mode}.${nth}`)])])
}

export const withPart = (group: Group, part: Node): Group => ({ ...group, parts: [...group.parts, part] })

export const replaced = (group: Group, part: Node): Group => ({
  ...group,
  parts: group.parts.map(one => (one.key === part.key ? part : one)),
})

export const without = (group: Group, key: string): Group => ({
  ...group,
  parts: group.parts.filter(one => one.key !== key),
})
