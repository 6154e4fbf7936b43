import { isDeepStrictEqual } from 'node:util'
import { type TriggerType, triggerTypes } from '@posthorn/contract/workflows/words'
import type { WorkflowStatus } from '@posthorn/contract/workflows/workflows'

export type WorkflowKey = { environmentId: string; workflowId: string }

/** As given by the author: a draft may hold any JSON. Null for parts that were not given. */
export type Content = { triggerType: TriggerType | null; triggerConfig: unknown; definition: unknown }

export type Workflow = Content & {
  id: string
  name: string
  description: string | null
  status: WorkflowStatus
  version: number
  /** Real time. Set only for active time_based workflows. */
  nextFireAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export type GivenContent = {
  trigger_type?: TriggerType | undefined
  trigger_config?: unknown
  workflow_definition?: unknown
}

/** Merges given content into the existing one. A type inside the config takes precedence. */
export function applyContent(before: Content, given: GivenContent): Content {
  const triggerConfig = given.trigger_config === undefined ? before.triggerConfig : given.trigger_config
  const definition = given.workflow_definition === undefined ? before.definition : given.workflow_definition
  const inside = typeInside(triggerConfig)
  const beside = given.trigger_type ?? before.triggerType
  return { triggerType: inside === undefined ? beside : knownType(inside), triggerConfig, definition }
}

export const isSameContent = (a: Content, b: Content): boolean =>
  a.triggerType === b.triggerType && isSameTrigger(a, b) && isDeepStrictEqual(a.definition, b.definition)

export const isSameTrigger = (a: Content, b: Content): boolean =>
  a.triggerType === b.triggerType && isDeepStrictEqual(a.triggerConfig, b.triggerConfig)

/** Undefined when the config has no type. */
export const typeInside = (config: unknown): unknown =>
  typeof config === 'object' && config !== null && 'type' in config && Object.hasOwn(config, 'type')
    ? config.type
    : undefined

const knownType = (type: unknown): TriggerType | null => triggerTypes.find(known => known === type) ?? null
