/**
 * What a job does: takes into hand what is open, gives it to the line, and waits, but not for ever. What is slow goes on
 * without the job.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { throughOutages } from './through-outages.ts'

export type Errand<Claim, Parcel> = {
  /** Undefined when nothing is left to do. */
  claim(): Promise<Claim | undefined>
  handOver(claim: Claim): Promise<readonly Parcel[]>
  /** The job ends before these have: what has not begun goes back, what has is looked in on. */
  letGo(parcels: readonly Parcel[]): Promise<void>
  patienceMs: number
  ended: AbortSignal
}

export async function runErrand<Claim, Parcel extends { readonly finished: Promise<void> }>(
  errand: Errand<Claim, Parcel>,
): Promise<void> {
  const { claim, handOver, letGo, patienceMs, ended } = errand
  for (;;) {
    ended.throwIfAborted()
    const claimed = await throughOutages(claim, ended)
    if (!claimed) return
    const parcels = await handOver(claimed)
    if (!(await allFinished(parcels, patienceMs, ended))) return letGo(parcels)
  }
}

/** False when it takes longer than patience allows. */
async function allFinished(
  parcels: readonly { readonly finished: Promise<void> }[],
  patienceMs: number,
  ended: AbortSignal,
): Promise<boolean> {
  const timer = new AbortController()
  const tired = pause(patienceMs, false, { signal: AbortSignal.any([timer.signal, ended]) }).catch(() => false)
  const all = Promise.all(parcels.map(parcel => parcel.finished)).then(() => true)
  const finished = await Promise.race([all, tired])
  timer.abort()
  return finished
}

/** Waits for what is on the wire, but not for ever. */
export async function untilIdle(line: { readonly running: number }, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs
  while (line.running > 0 && performance.now() < until) await pause(10)
}
