/** Many asked for by one request, each with a verdict of its own. */
import { errors } from '@posthorn/contract/errors'
import { Refusal } from '#core/refusal.ts'

/** Those that are asked for at the same moment are committed together. */
const maxAtOnce = 100

/** In their order. What is no fault of a single one refuses the whole request. */
export async function verdictsOf<Item, Done>(
  items: readonly Item[],
  ask: (item: Item, index: number) => Promise<Done>,
): Promise<(Done | Refusal)[]> {
  const verdicts: (Done | Refusal)[] = []
  for (let from = 0; from < items.length; from += maxAtOnce) {
    const some = items.slice(from, from + maxAtOnce)
    verdicts.push(...(await Promise.all(some.map((item, index) => verdictOf(() => ask(item, from + index))))))
    const broken = verdicts.find(verdict => verdict instanceof Refusal && !isAboutOne(verdict))
    if (broken) throw broken
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

/** A quota that is used up, or a database that is away, is no fault of a single one. */
function isAboutOne({ code }: Refusal): boolean {
  const { status } = errors[code]
  return status === 400 || status === 403 || status === 404 || status === 413
}
