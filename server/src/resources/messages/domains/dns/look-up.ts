import { Resolver } from 'node:dns/promises'
import type { Seen } from './compare.ts'

/** "No such record" is an answer; silence and a failing or refusing server are not. */
export type Answer = { kind: 'answer'; seen: Seen } | { kind: 'no_answer'; code: string }
export type Question = { name: string; type: 'TXT' | 'MX' | 'A' | 'AAAA' | 'PTR' }
export type LookUp = (question: Question) => Promise<Answer>

const plainNo = new Set(['ENOTFOUND', 'ENODATA'])

/** Without servers, it uses those of the machine. */
export function dnsLookUp(servers: readonly string[] | null, timeoutMs = 2_000): LookUp {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async question => {
    try {
      return { kind: 'answer', seen: await ask(resolver, question) }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      const code = String(error.code)
      return plainNo.has(code) ? { kind: 'answer', seen: [] } : { kind: 'no_answer', code }
    }
  }
}

async function ask(resolver: Resolver, { name, type }: Question): Promise<string[]> {
  switch (type) {
    case 'TXT':
      return (await resolver.resolveTxt(name)).map(strings => strings.join(''))
    case 'MX':
      return (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`)
    case 'A':
      return resolver.resolve4(name)
    case 'AAAA':
      return resolver.resolve6(name)
    case 'PTR':
      return resolver.resolvePtr(name)
  }
}
