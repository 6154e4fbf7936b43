/** Decides what a step does when a run enters it. Pure: simulations use it, too. */
import { evaluate, type Facts } from '../definition/conditions.ts'
import type { Step, StepOf, WaitForEvent } from '../definition/definition.ts'
import { dueAfter } from '../definition/timing.ts'

/** A step with an effect; all others only move the run. */
export type EffectStep = StepOf<
  'send_email' | 'send_sms' | 'update_contact' | 'add_to_topic' | 'remove_from_topic' | 'webhook'
>

export type Decision =
  | { kind: 'branch'; way: 'condition_met' | 'condition_not_met'; because: string }
  | { kind: 'delay'; until: Date }
  | { kind: 'listen'; wait: WaitForEvent; until: Date }
  | { kind: 'effect'; step: EffectStep }
  | { kind: 'exit'; reason?: string }

/** `at`: when the run enters the step. */
export function decide(step: Step, at: Date, facts: Facts): Decision {
  switch (step.type) {
    case 'condition': {
      const { met, because } = evaluate(step.config, facts)
      return { kind: 'branch', way: met ? 'condition_met' : 'condition_not_met', because }
    }
    case 'delay':
      return { kind: 'delay', until: dueAfter(step.config, at) }
    case 'wait_for_event':
      return { kind: 'listen', wait: step.config, until: dueAfter(step.config.timeout, at) }
    case 'exit':
      return { kind: 'exit', ...step.config }
    default:
      return { kind: 'effect', step }
  }
}
