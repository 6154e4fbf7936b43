/** A verdict for each item of a batch request. */
import { errors } from '@posthorn/contract/errors'
import { Refusal } from '#core/refusal.ts'

/** Items that run at the same time share a group commit. */
const maxAtOnce = 100

/** Verdicts in the order of the items. When every item is refused and one reason is not about a single item, the whole request is refused with it. */
export async function verdictsOf<Item, Done>(
  items: readonly Item[],
  ask: (item: Item, index: number) => Promise<Done>,
): Promise<(Done | Refusal)[]> {
  const verdicts: (Done | Refusal)[] = []
  for (let from = 0; from < items.length; from += maxAtOnce) {
    const some = items.slice(from, from + maxAtOnce)
    verdicts.push(...(await Promise.all(some.map((item, index) => verdictOf(() => ask(item, from + index))))))
    const refusals = verdicts.filter(verdict => verdict instanceof Refusal)
    const shared = refusals.find(refusal => !isAboutOne(refusal))
    if (shared && refusals.length === verdicts.length) throw shared
  }
  return verdicts
}

async function verdictOf<Done>(ask: () => Promise<Done>): Promise<Done | Refusal> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** An exceeded quota or an unavailable database is not about one item. */
function isAboutOne({ code }: Refusal): boolean {
  const { status } = errors[code]
  return status === 400 || status === 403 || status === 404 || status === 413
}
