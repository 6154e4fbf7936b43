import { Refusal } from '#core/refusal.ts'

export type OpenStream = (environmentId: string, signal: AbortSignal) => void

/** Limits the streams per environment in this process. Aborting its signal frees a stream's slot. */
export function streamLimit(perEnvironment: number): OpenStream {
  const openStreams = new Map<string, number>()
  return (environmentId, signal) => {
    if (signal.aborted) return
    const count = openStreams.get(environmentId) ?? 0
    if (count >= perEnvironment) {
      const message = `At most ${perEnvironment} streams may be open at once. Close one, or read GET /v1/events.`
      throw new Refusal('rate_limit_exceeded', { message, retryAfterSeconds: 30 })
    }
    openStreams.set(environmentId, count + 1)
    const release = () => {
      const left = (openStreams.get(environmentId) ?? 1) - 1
      if (left > 0) openStreams.set(environmentId, left)
      else openStreams.delete(environmentId)
    }
    signal.addEventListener('abort', release, { once: true })
  }
}
