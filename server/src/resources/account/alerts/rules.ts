/** The stored rules of an environment. A kind that is not set is off, with default limits. */
import { type AlertKind, type AlertRule, alertKinds, defaultAlerts } from '@posthorn/contract/console/alerts'
import type { Rule, Rules } from './found.ts'

export type KeptRules = Partial<Record<AlertKind, { on: boolean; limit: number; at_least: number }>>

const ruleOf = (kept: KeptRules, kind: AlertKind): Rule => {
  const { on, limit, at_least } = kept[kind] ?? { on: false, ...defaultAlerts[kind] }
  return { on, limit, atLeast: at_least }
}

// `as`: one for each kind.
export const rulesOf = (kept: KeptRules): Rules =>
  Object.fromEntries(alertKinds.map(kind => [kind, ruleOf(kept, kind)])) as Rules

export const withRules = (kept: KeptRules, asked: readonly AlertRule[]): KeptRules => ({
  ...kept,
  ...Object.fromEntries(asked.map(({ kind, on, limit, at_least }) => [kind, { on, limit, at_least }])),
})

export const toWireRules = (rules: Rules): AlertRule[] =>
  alertKinds.map(kind => ({ kind, on: rules[kind].on, limit: rules[kind].limit, at_least: rules[kind].atLeast }))

export const wantedOf = (rules: Rules): ReadonlySet<AlertKind> => new Set(alertKinds.filter(kind => rules[kind].on))
