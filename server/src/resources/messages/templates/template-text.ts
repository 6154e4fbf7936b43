/**
 * Reads and fills in the texts of templates and workflow steps where that may take its time: here when it is cheap by
 * construction, otherwise in a process that may be killed. Too much work is reported to the author.
 */
import type { Fault } from '@posthorn/contract/errors'
import { invalid, Refusal } from '#core/refusal.ts'
import { ProcessCrashed, type RunJob, type RunOf, runnerOf } from '#text-pool/job.ts'
import type { Flaw } from './flaw.ts'
import { type Parsed, parse } from './liquid/parse.ts'
import { isLittleWork, liquidOf, type Source } from './liquid/plain.ts'
import type { FilledTexts, Sources, templateJobs, WantedTexts } from './text-jobs.ts'
import { fillTexts, type Inspected, inspectText, refuseManyValues } from './texts.ts'

/** Examined sources: plain ones are already parsed. */
export type PreparedTexts = {
  sources: Sources
  plain: { liquid: number; texts: Readonly<Record<string, Parsed>> } | undefined
}

export type WantedFilling = { texts: PreparedTexts; variables: Record<string, unknown> }
export type Filling = Record<string, string> | Refusal

export type TemplateText = {
  /** In the order asked. */
  fill(tenant: string, wanted: readonly WantedFilling[]): Promise<Filling[]>
  /** The variables that each prints, or what is wrong with it. */
  inspect(tenant: string, sources: readonly Source[]): Promise<Inspected[]>
  /** The html, which is a template as well, or what is wrong with the source. */
  compileMjml(tenant: string, source: string): Promise<{ html: string } | Flaw>
}

type Run = RunOf<typeof templateJobs>

/** The number of emails whose templates one job fills in. */
const maxPerJob = 50
/** A quarter of a megabyte of MJML takes half a second on an idle machine, and nobody else waits for it. */
const mjmlMs = 5_000

const tooMuchToRead = 'takes too much time or memory to read; make it simpler'
const tooMuchToFill = 'takes too much time or memory to fill in; make the template simpler'

export function templateText(runJob: RunJob): TemplateText {
  const run = runnerOf<typeof templateJobs>(runJob)
  return {
    fill: (tenant, wanted) => fillAll(run, tenant, wanted),
    inspect: async (tenant, sources) => {
      if (liquidOrUndefined(sources) !== undefined) return sources.map(source => inspectText(source))
      const found = await orTooMuch(() => run(tenant, 'inspectTexts', sources))
      return 'fault' in found ? sources.map(() => found) : found
    },
    compileMjml: (tenant, source) => orTooMuch(() => run(tenant, 'compileMjml', source, mjmlMs)),
  }
}

/** Takes time in proportion to the sources. */
export function prepareTexts(sources: Sources): PreparedTexts {
  const list = Object.entries(sources)
  const liquid = liquidOrUndefined(list.map(([, source]) => source))
  if (liquid === undefined) return { sources, plain: undefined }
  const texts = list.map(([path, { kind, source }]) => [path, parse(kind, source)] as const)
  return { sources, plain: { liquid, texts: Object.fromEntries(texts) } }
}

/** A source that cannot even be split into tags is not plain. */
function liquidOrUndefined(sources: readonly Source[]): number | undefined {
  try {
    return liquidOf(sources)
  } catch {
    return undefined
  }
}

async function orTooMuch<T>(work: () => Promise<T>): Promise<T | { fault: string }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProcessCrashed) return { fault: tooMuchToRead }
    throw error
  }
}

async function fillAll(run: Run, tenant: string, wanted: readonly WantedFilling[]): Promise<Filling[]> {
  const fillings: (Filling | undefined)[] = wanted.map(fillHere)
  const left = wanted.flatMap((one, index) =>
    fillings[index] ? [] : [{ index, wanted: { sources: one.texts.sources, variables: one.variables } }],
  )
  for (let from = 0; from < left.length; ) {
    const turn = left.slice(from, from + maxPerJob)
    const filled = await fillTogether(
      run,
      tenant,
      turn.map(one => one.wanted),
    )
    for (const [nth, filling] of filled.entries()) fillings[turn[nth]?.index ?? -1] = filling
    from += filled.length
  }
  // `as`: each has one by now.
  return fillings as Filling[]
}

/** Too many values are refused here: sending them to another process would take as long as any work on them. */
function fillHere({ texts: { plain }, variables }: WantedFilling): Filling | undefined {
  const refusal = refuseManyValues(variables)
  if (refusal) return refusal
  return plain && isLittleWork(plain.liquid, variables) ? fillTexts(plain.texts, variables) : undefined
}

/** Returns as many as one job has finished. When they end their process they are tried one by one, to find the one that does. */
async function fillTogether(run: Run, tenant: string, wanted: readonly WantedTexts[]): Promise<Filling[]> {
  try {
    return (await run(tenant, 'fillTexts', wanted)).map(toFilling)
  } catch (error) {
    if (!(error instanceof ProcessCrashed)) throw error
  }
  const alone: Filling[] = []
  for (const one of wanted) {
    if (wanted.length === 1) alone.push(await findFaultyPart(run, tenant, one))
    else alone.push(...(await fillTogether(run, tenant, [one])))
  }
  return alone
}

/** Refuses the part that is at fault by itself, or the whole. */
async function findFaultyPart(run: Run, tenant: string, { sources, variables }: WantedTexts): Promise<Refusal> {
  const faults: Fault[] = []
  const paths = Object.entries(sources)
  for (const [path, source] of paths.length > 1 ? paths : []) {
    const alone = await orTooMuch(() => run(tenant, 'fillTexts', [{ sources: { [path]: source }, variables }]))
    if ('fault' in alone) faults.push({ path, message: tooMuchToFill })
  }
  return invalid(...(faults.length > 0 ? faults : [{ path: paths[0]?.[0] ?? 'variables', message: tooMuchToFill }]))
}

function toFilling(one: FilledTexts): Filling {
  if ('filled' in one) return one.filled
  const { code, sentence, details } = one.refused
  return new Refusal(code, { details, ...(sentence !== undefined && { message: sentence }) })
}
