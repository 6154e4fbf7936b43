/**
 * Lets a few through at once, fairly between tenants: each has at most so many inside, and those that wait are taken in turn, one of each
 * tenant. A tenant with too many waiting is refused at once, and nobody waits for long: an answer that nobody waits for any more
 * would only hold up others.
 */
import { fairQueue } from '#core/fairness/fair-queue.ts'
import { Refusal } from '#core/refusal.ts'

export type FairGateOptions = { slots: number; perTenant: number; waitingPerTenant: number; maxWaitMs: number }

/** Resolves to what has to be called when the tenant is done. */
export type FairGate = (tenant: string) => Promise<() => void>

type Waiter = { tenant: string; enter: (leave: () => void) => void; timer: NodeJS.Timeout }

const refusal = (message: string): Refusal => new Refusal('service_unavailable', { message, retryAfterSeconds: 1 })

export function fairGate({ slots, perTenant, waitingPerTenant, maxWaitMs }: FairGateOptions): FairGate {
  const inside = new Map<string, number>()
  let taken = 0
  const waiting = fairQueue<Waiter>()

  const hasRoom = (tenant: string) => taken < slots && (inside.get(tenant) ?? 0) < perTenant

  function enter(tenant: string): () => void {
    taken++
    inside.set(tenant, (inside.get(tenant) ?? 0) + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      taken--
      const others = (inside.get(tenant) ?? 1) - 1
      if (others > 0) inside.set(tenant, others)
      else inside.delete(tenant)
      letNextIn()
    }
  }

  function letNextIn(): void {
    const next = waiting.take(hasRoom)
    if (!next) return
    clearTimeout(next.timer)
    next.enter(enter(next.tenant))
  }

  function wait(tenant: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.remove(tenant, waiter)
        reject(refusal('Lists and searches take longer than usual right now. Try again shortly.'))
      }, maxWaitMs)
      const waiter: Waiter = { tenant, enter: resolve, timer }
      waiting.push(tenant, waiter)
    })
  }

  return async tenant => {
    const others = waiting.waitingOf(tenant)
    if (others === 0 && hasRoom(tenant)) return enter(tenant)
    if (others >= waitingPerTenant)
      throw refusal('Too many lists and searches of this environment at once. Wait for the answers to some of them.')
    return wait(tenant)
  }
}
