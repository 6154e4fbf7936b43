/**
 * Limits concurrency, fairly between tenants: each tenant has a maximum, and waiting tenants are admitted in turn. A tenant with too many
 * waiting is refused at once, and waiting is limited in time: an answer that comes after the client's timeout would only delay
 * others.
 */
import { fairQueue } from '#core/fairness/fair-queue.ts'
import { Refusal } from '#core/refusal.ts'

export type FairGateOptions = { slots: number; perTenant: number; waitingPerTenant: number; maxWaitMs: number }

/** Resolves to a function to call when the tenant is done. */
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
      admitNext()
    }
  }

  function admitNext(): void {
    const next = waiting.take(hasRoom)
    if (!next) return
    clearTimeout(next.timer)
    next.enter(enter(next.tenant))
  }

  function wait(tenant: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.remove(tenant, waiter)
        reject(refusal('Lists and searches are slower than usual right now. Try again shortly.'))
      }, maxWaitMs)
      const waiter: Waiter = { tenant, enter: resolve, timer }
      waiting.push(tenant, waiter)
    })
  }

  return async tenant => {
    const others = waiting.waitingOf(tenant)
    if (others === 0 && hasRoom(tenant)) return enter(tenant)
    if (others >= waitingPerTenant)
      throw refusal('This environment runs too many lists and searches at once. Wait for some of them to finish.')
    return wait(tenant)
  }
}
