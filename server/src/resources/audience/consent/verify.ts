/** Verifies all chains of an environment: each entry must follow the one before it. */
import type { Db } from '#postgres/database.ts'
import { type Entry, type Fault, faultOf } from './entry.ts'
import { listChains } from './store.ts'

export type Verdict = { entries: number; chains: number; faults: (Fault & { subject: string })[] }

const pageSize = 1_000
/** More faults would add no information. */
const maxFaults = 100

export async function verifyConsent(db: Db, environmentId: string): Promise<Verdict> {
  const verdict: Verdict = { entries: 0, chains: 0, faults: [] }
  let previous: Entry | undefined
  for (;;) {
    const page = await listChains(db, environmentId, { after: previous, limit: pageSize })
    for (const entry of page) {
      const isNext = previous?.subject === entry.subject
      const fault = faultOf(entry, isNext ? previous : undefined)
      if (fault && verdict.faults.length < maxFaults) verdict.faults.push({ ...fault, subject: entry.subject })
      verdict.entries++
      if (!isNext) verdict.chains++
      previous = entry
    }
    if (page.length < pageSize) return verdict
  }
}
