import { Refusal } from '#core/refusal.ts'

export type OpenStream = (environmentId: string, signal: AbortSignal) => void

/** So many may listen to an environment at once in this process. A seat is free again when its signal is aborted. */
export function streamLimit(perEnvironment: number): OpenStream {
  const taken = new Map<string, number>()
  return (environmentId, signal) => {
    if (signal.aborted) return
    const count = taken.get(environmentId) ?? 0
    if (count >= perEnvironment) {
      const message = `At most ${perEnvironment} streams may be open at once. Close one, or read GET /v1/events.`
      throw new Refusal('rate_limit_exceeded', { message, retryAfterSeconds: 30 })
    }
    taken.set(environmentId, count + 1)
    const leave = () => {
      const left = (taken.get(environmentId) ?? 1) - 1
      if (left > 0) taken.set(environmentId, left)
      else taken.delete(environmentId)
    }
    signal.addEventListener('abort', leave, { once: true })
  }
}
