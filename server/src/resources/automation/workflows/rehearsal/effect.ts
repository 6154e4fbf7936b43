/** What a step would do: prepared by the very code that prepares it for runs, and carried out on the stage alone. */
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { PrepareParts } from '#resources/messages/emails/prepare.ts'
import type { EffectStep } from '../advance/decide.ts'
import { type Act, type EffectParts, fieldsFor, prepareEffects, toWanted } from '../advance/prepare.ts'
import type { Definition } from '../definition/definition.ts'
import { type Performance, play } from './play.ts'
import { factsOf, type Stage } from './stage.ts'

export type Rehearsing = { parts: EffectParts; caller: Caller; definition: Definition }

export async function perform(
  { parts, caller, definition }: Rehearsing,
  step: EffectStep,
  at: Date,
  stage: Stage,
): Promise<Performance> {
  const overheard: Refusal[] = []
  const listening = { ...parts, renderTemplates: overhearing(parts.renderTemplates, overheard) }
  const act = toAct(caller, definition, step, at, stage)
  const [effect] = await prepareEffects(listening, [act], () => 0)
  if (!effect) throw new Error('a step was not prepared')
  const isRefused = effect.kind === 'settled' && effect.outcome.kind === 'failed'
  if (isRefused)
    refuseMissing(act, [
      ...(await parts.templateText.fill(caller.organizationId, [toWanted(act, await fieldsFor(parts.db, [act]))])),
      ...overheard,
    ])
  return play(parts.db, caller, step.key, effect, stage)
}

/** A run that nobody stores. */
const toAct = (caller: Caller, definition: Definition, step: EffectStep, at: Date, stage: Stage): Act => ({
  run: {
    environmentId: caller.environmentId,
    runId: '',
    organizationId: caller.organizationId,
    mode: caller.mode,
    aheadMs: 0,
    workflowId: '',
    status: 'active',
    version: 0,
    contactId: stage.contact.id,
    state: 'running',
    step: step.key,
    nth: 1,
    enteredAt: at,
    tries: 0,
    failures: 0,
    inDoubt: false,
    waitsUntil: null,
    token: 0,
    trigger: stage.trigger,
  },
  known: {
    contact: stage.contact,
    definition,
    facts: factsOf(stage),
    sent: new Map(),
    heard: undefined,
  },
  step,
  now: at,
})

/** A run only keeps the words of a refusal; here its author hears what is missing. */
const overhearing =
  (render: PrepareParts['renderTemplates'], heard: Refusal[]): PrepareParts['renderTemplates'] =>
  async wanted => {
    const verdicts = await render(wanted)
    heard.push(...verdicts.filter(verdict => verdict instanceof Refusal))
    return verdicts
  }

function refuseMissing({ step }: Act, verdicts: readonly unknown[]): void {
  const missing = verdicts.find(one => one instanceof Refusal && one.code === 'missing_variable')
  if (!(missing instanceof Refusal)) return
  const message = `In step ${step.key}: ${missing.message}`
  throw new Refusal('missing_variable', { message, details: missing.details })
}
