import { systemClock } from '#core/clock.ts'
import type { WebhookAnswer, WebhookPoster } from '../webhook.ts'
import { checkedConnect } from './checked-connect.ts'
import { Endpoints } from './endpoints.ts'
import { Exchange } from './exchange.ts'
import { PlainFailure } from './failure.ts'
import { writeHeaders } from './headers.ts'
import { addressLookup, type Lookup } from './lookup.ts'

export type WebhookPosterOptions = {
  /** Whether an address may be connected to (public-address.ts). */
  allow(address: string): boolean
  /** For a whole attempt: lookup, connection, request and answer. */
  timeoutMs?: number
  /** Per endpoint, including its path. Further posts wait, within their timeout. */
  connections?: number
  /** The number of idle endpoints that stay connected. */
  maxEndpoints?: number
  /** All addresses of a name. */
  lookup?: Lookup
  /** Trusted instead of the default authorities. */
  ca?: string
  clock?(): Date
}

export function openWebhookPoster(options: WebhookPosterOptions): WebhookPoster {
  const { allow, timeoutMs = 15_000, connections = 50, maxEndpoints = 1_000 } = options
  const { lookup = addressLookup(), ca, clock: now = systemClock } = options
  const ending = new AbortController()
  const aborted = new PlainFailure('the attempt was aborted')
  const connect = checkedConnect({ allow, lookup, timeoutMs, signal: ending.signal, ...(ca !== undefined && { ca }) })
  const endpoints = new Endpoints({ connect, connections, maxEndpoints, evicted: aborted })

  return {
    post({ url, headers: given, body, contentType }) {
      const target = URL.parse(url)
      const headers = writeHeaders(given, contentType)
      if (!target || !/^https?:$/.test(target.protocol)) return unanswered('the URL is not one of http or https')
      if (!headers) return unanswered('the request could not be written')
      if (ending.signal.aborted) return unanswered(aborted.message)
      const path = `${target.pathname}${target.search}`
      return new Promise(onAnswer => {
        endpoints.of(target).enter(new Exchange({ path, headers, body, timeoutMs, now, onAnswer }))
      })
    },
    async [Symbol.asyncDispose]() {
      const destroyed = endpoints.destroy(aborted)
      ending.abort(aborted)
      await destroyed
    },
  }
}

const unanswered = (error: string): Promise<WebhookAnswer> =>
  Promise.resolve({ kind: 'unanswered', durationMs: 0, error })
