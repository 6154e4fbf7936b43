/** Definitions of workflow versions. A version never changes, so it is cached. */

import type { Comparison, Condition } from '@posthorn/contract/workflows/condition'
import { splitField } from '@posthorn/contract/workflows/fields'
import type { Db } from '#postgres/database.ts'
import type { Definition } from '../definition/definition.ts'
import { findDefinitions, type VersionKey } from '../runs/run-store.ts'

export type Version = {
  definition: Definition
  /** Steps used in conditions. */
  stepsInConditions: readonly string[]
  /** Steps whose message a wait listens to. */
  stepsInWaits: readonly string[]
  usesTopics: boolean
  /** Segments used in conditions. */
  segments: readonly string[]
}

/** A definition has at most 256 KiB, and a few KiB on average. */
const maxKept = 200

const nameOf = ({ environmentId, workflowId, version }: VersionKey): string =>
  `${environmentId} ${workflowId} ${version}`

type FindVersion = (key: VersionKey) => Version | undefined

export function versionReader(db: Db): (wanted: readonly VersionKey[]) => Promise<FindVersion> {
  const kept = new Map<string, Version>()
  return async wanted => {
    const used = new Map<string, Version>()
    const absent = new Map<string, VersionKey>()
    for (const key of wanted) {
      const version = kept.get(nameOf(key))
      if (version) used.set(nameOf(key), version)
      else absent.set(nameOf(key), key)
    }
    const found = absent.size > 0 ? await findDefinitions(db, [...absent.values()]) : []
    for (const { definition, ...key } of found) {
      // `as`: versions are validated.
      const version = toVersion(definition as Definition)
      used.set(nameOf(key), version)
      kept.set(nameOf(key), version)
    }
    // Evicts the oldest; one that is still in use is read again.
    for (const name of kept.keys()) if (kept.size > maxKept) kept.delete(name)
    return key => used.get(nameOf(key))
  }
}

function toVersion(definition: Definition): Version {
  const fields = comparisonsIn(definition).map(({ field }) => field)
  const asked = fields.flatMap(field => {
    const parts = splitField(field)
    return parts?.scope === 'steps' ? [parts.key] : []
  })
  const listened = definition.steps.flatMap(({ type, config }) =>
    type === 'wait_for_event' && config.step !== undefined ? [config.step] : [],
  )
  return {
    definition,
    stepsInConditions: [...new Set(asked)],
    stepsInWaits: [...new Set(listened)],
    usesTopics: fields.includes('contact.topics'),
    segments: segmentsIn(definition),
  }
}

const comparisonsIn = ({ steps }: Definition): Comparison[] =>
  steps.flatMap(step => (step.type === 'condition' ? comparisonsOf(step.config) : []))

function comparisonsOf(condition: Condition): Comparison[] {
  if ('all' in condition) return condition.all.flatMap(comparisonsOf)
  return 'any' in condition ? condition.any.flatMap(comparisonsOf) : [condition]
}

export const segmentsIn = (definition: Definition): string[] => [
  ...new Set(
    comparisonsIn(definition).flatMap(({ field, value }) => (field === 'contact.segments' ? [String(value)] : [])),
  ),
]
