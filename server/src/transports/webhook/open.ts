import { systemClock } from '#core/clock.ts'
import type { WebhookAnswer, WebhookPoster } from '../webhook.ts'
import { checkedConnect } from './checked-connect.ts'
import { Endpoints } from './endpoints.ts'
import { Exchange } from './exchange.ts'
import { PlainFailure } from './failure.ts'
import { writeHeaders } from './headers.ts'
import { addressLookup, type Lookup } from './lookup.ts'

export type WebhookPosterOptions = {
  /** Which addresses may be connected to (public-address.ts). */
  allow(address: string): boolean
  /** For one attempt in all: look-up, connection, request and answer. */
  timeoutMs?: number
  /** To one address, its path included. Who comes when all are taken waits, within the time of the attempt. */
  connections?: number
  /** As many endpoints may stay connected while nothing is sent there. */
  maxEndpoints?: number
  /** All addresses of a name. */
  lookup?: Lookup
  /** Trusted instead of the usual authorities. */
  ca?: string
  clock?(): Date
}

export function openWebhookPoster(options: WebhookPosterOptions): WebhookPoster {
  const { allow, timeoutMs = 15_000, connections = 50, maxEndpoints = 1_000 } = options
  const { lookup = addressLookup(), ca, clock: now = systemClock } = options
  const ending = new AbortController()
  const brokenOff = new PlainFailure('the attempt was broken off')
  const connect = checkedConnect({ allow, lookup, timeoutMs, signal: ending.signal, ...(ca !== undefined && { ca }) })
  const endpoints = new Endpoints({ connect, connections, maxEndpoints, evicted: brokenOff })

  return {
    post({ url, headers: given, body, contentType }) {
      const target = URL.parse(url)
      const headers = writeHeaders(given, contentType)
      if (!target || !/^https?:$/.test(target.protocol)) return unanswered('the URL is not one of http or https')
      if (!headers) return unanswered('the request could not be written')
      if (ending.signal.aborted) return unanswered(brokenOff.message)
      const path = `${target.pathname}${target.search}`
      return new Promise(onAnswer => {
        endpoints.of(target).enter(new Exchange({ path, headers, body, timeoutMs, now, onAnswer }))
      })
    },
    async [Symbol.asyncDispose]() {
      const destroyed = endpoints.destroy(brokenOff)
      ending.abort(brokenOff)
      await destroyed
    },
  }
}

const unanswered = (error: string): Promise<WebhookAnswer> =>
  Promise.resolve({ kind: 'unanswered', durationMs: 0, error })
