import { Resolver } from 'node:dns/promises'
import type { Seen } from './compare.ts'
import type { DnsRecord } from './records.ts'

/** A "no such record" is an answer; silence, a failing or a refusing server is none. */
type Answer = { kind: 'answer'; seen: Seen } | { kind: 'no_answer'; code: string }
export type LookUp = (record: Pick<DnsRecord, 'name' | 'type'>) => Promise<Answer>

const plainNo = new Set(['ENOTFOUND', 'ENODATA'])

/** Without servers it asks those of the machine. */
export function dnsLookUp(servers: readonly string[] | null, timeoutMs = 2_000): LookUp {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async ({ name, type }) => {
    try {
      return { kind: 'answer', seen: type === 'MX' ? await exchanges(resolver, name) : await texts(resolver, name) }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      const code = String(error.code)
      return plainNo.has(code) ? { kind: 'answer', seen: [] } : { kind: 'no_answer', code }
    }
  }
}

const texts = async (resolver: Resolver, name: string): Promise<string[]> =>
  (await resolver.resolveTxt(name)).map(strings => strings.join(''))

const exchanges = async (resolver: Resolver, name: string): Promise<string[]> =>
  (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`)
