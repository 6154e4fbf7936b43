/** Fetches a file from a user's URL, over the same checked connections as webhooks, so that no internal address is reached. */
import { Agent, type Dispatcher } from 'undici'
import { type AddressPolicy, type AddressRule, addressPolicy } from '#core/public-address.ts'
import { checkedConnect } from './checked-connect.ts'
import { describeFailure, PlainFailure } from './failure.ts'
import { addressLookup, type Lookup } from './lookup.ts'

/** `isBusy`: it was not tried. */
type FetchedFile = { bytes: Buffer; type?: string } | { error: string; isBusy?: true }

/** Never rejects. Disposing aborts running fetches. */
export type FileFetcher = AsyncDisposable & { fetch(url: string, maxBytes: number): Promise<FetchedFile> }

type Options = { timeoutMs?: number; lookup?: Lookup; ca?: string; maxAtOnce?: number }

const maxRedirects = 3

export function openFileFetcher(rule: AddressRule, options: Options = {}): FileFetcher {
  const { timeoutMs = 10_000, lookup = addressLookup(), ca, maxAtOnce = 20 } = options
  const ending = new AbortController()
  let running = 0

  const agents = new Map<AddressPolicy, Agent>()
  /** The rule may change at any time: a connection made under one policy is never used under another. */
  function agentFor(policy: AddressPolicy): Agent {
    const parts = { lookup, timeoutMs, signal: ending.signal, ...(ca !== undefined && { ca }) }
    const agent =
      agents.get(policy) ??
      new Agent({ connect: checkedConnect({ ...parts, allow: addressPolicy(policy) }), pipelining: 1, allowH2: false })
    agents.set(policy, agent)
    return agent
  }

  async function follow(url: string, maxBytes: number, signal: AbortSignal, left = maxRedirects): Promise<FetchedFile> {
    const target = URL.parse(url)
    if (!target || !/^https?:$/.test(target.protocol)) throw new PlainFailure('the URL is not one of http or https')
    const { origin, pathname, search } = target
    const { statusCode, headers, body } = await agentFor(await rule()).request({
      ...{ origin, path: `${pathname}${search}`, method: 'GET', signal },
      headers: { 'user-agent': 'Posthorn-Attachments/1', accept: '*/*' },
    })
    // A body that is not read to its end emits an error, which would be unhandled.
    body.on('error', () => {})
    const location = headers.location?.toString()
    if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
      body.destroy()
      if (left === 0) throw new PlainFailure('there are too many redirects')
      return follow(URL.parse(location, url)?.href ?? '', maxBytes, signal, left - 1)
    }
    if (statusCode !== 200) {
      body.destroy()
      throw new PlainFailure(`the answer was ${statusCode}`)
    }
    const bytes = await collect(body, Number(headers['content-length'] ?? 0), maxBytes)
    const type = headers['content-type']?.toString().split(';', 1)[0]?.trim()
    return { bytes, ...(type && { type }) }
  }

  return {
    async fetch(url, maxBytes) {
      if (running >= maxAtOnce) return { error: 'too many files are being fetched', isBusy: true }
      running++
      const deadline = AbortSignal.timeout(timeoutMs)
      try {
        return await follow(url, maxBytes, AbortSignal.any([ending.signal, deadline]))
      } catch (error) {
        return { error: deadline.aborted ? `it took more than ${timeoutMs / 1_000} s` : describeFailure(error) }
      } finally {
        running--
      }
    },
    async [Symbol.asyncDispose]() {
      ending.abort(new PlainFailure('the attempt was aborted'))
      await Promise.all([...agents.values()].map(agent => agent.destroy()))
    },
  }
}

async function collect(body: Dispatcher.ResponseData['body'], declared: number, maxBytes: number): Promise<Buffer> {
  const tooLarge = new PlainFailure('it is larger than attachments may be')
  const chunks: Buffer[] = []
  let size = 0
  try {
    if (declared > maxBytes) throw tooLarge
    for await (const chunk of body) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge
      chunks.push(chunk)
    }
  } finally {
    body.destroy()
  }
  return Buffer.concat(chunks)
}
