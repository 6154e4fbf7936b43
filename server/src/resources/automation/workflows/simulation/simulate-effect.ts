/** Simulates the effect of a step: prepared by the same code as in runs, but applied only to the simulated state. */
import type { Fault } from '@posthorn/contract/errors'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { PrepareParts } from '#resources/messages/emails/prepare.ts'
import type { EffectStep } from '../advance/decide.ts'
import { type Act, type EffectParts, fieldsFor, prepareEffects, toWanted } from '../advance/prepare.ts'
import type { Definition } from '../definition/definition.ts'
import { applyEffect, type EffectResult } from './apply-effect.ts'
import { factsOf, type SimulatedState } from './simulated-state.ts'

export type SimulationContext = { parts: EffectParts; caller: Caller; definition: Definition }

export async function simulateEffect(
  { parts, caller, definition }: SimulationContext,
  step: EffectStep,
  at: Date,
  state: SimulatedState,
): Promise<EffectResult> {
  const refusals: Refusal[] = []
  const collectingParts = { ...parts, renderTemplates: collectingRefusals(parts.renderTemplates, refusals) }
  const act = toAct(caller, definition, step, at, state)
  const [effect] = await prepareEffects(collectingParts, [act], () => 0)
  if (!effect) throw new Error('a step was not prepared')
  const isRefused = effect.kind === 'settled' && effect.outcome.kind === 'failed'
  if (isRefused)
    refuseMissing(act, [
      ...(await parts.templateText.fill(caller.organizationId, [toWanted(act, await fieldsFor(parts.db, [act]))])),
      ...refusals,
    ])
  return applyEffect(parts.db, caller, step.key, effect, state)
}

/** A run that is not stored. */
const toAct = (caller: Caller, definition: Definition, step: EffectStep, at: Date, state: SimulatedState): Act => ({
  run: {
    environmentId: caller.environmentId,
    runId: '',
    organizationId: caller.organizationId,
    mode: caller.mode,
    aheadMs: 0,
    workflowId: '',
    status: 'active',
    version: 0,
    contactId: state.contact.id,
    state: 'running',
    step: step.key,
    nth: 1,
    enteredAt: at,
    tries: 0,
    failures: 0,
    inDoubt: false,
    waitsUntil: null,
    token: 0,
    trigger: state.trigger,
  },
  known: {
    contact: state.contact,
    definition,
    facts: factsOf(state),
    sent: new Map(),
    heard: undefined,
  },
  step,
  now: at,
})

/** Runs store only the message of a refusal; a simulation also reports what is missing. */
const collectingRefusals =
  (render: PrepareParts['renderTemplates'], refusals: Refusal[]): PrepareParts['renderTemplates'] =>
  async wanted => {
    const verdicts = await render(wanted)
    refusals.push(...verdicts.filter(verdict => verdict instanceof Refusal))
    return verdicts
  }

function refuseMissing({ step }: Act, verdicts: readonly unknown[]): void {
  const missing = verdicts.find(one => one instanceof Refusal && one.code === 'missing_variable')
  if (!(missing instanceof Refusal)) return
  const message = `In step ${step.key}: ${missing.message}`
  // `as`: the details of this refusal are faults with paths.
  const faults = missing.details as Fault[]
  throw new Refusal('missing_variable', {
    message,
    details: faults.map(fault => ({ ...fault, path: fault.path.replace(ofEvent, 'trigger_data.') })),
  })
}

/** The data of an event is given with the simulation. */
const ofEvent = /^variables\.trigger\.data\./
