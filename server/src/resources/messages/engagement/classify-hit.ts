import type { Hit } from './hit.ts'
import { agents, type Because } from './machines.ts'

export type Verdict = { by: 'human' } | { by: 'machine'; because: Because }

export type HitContext = {
  /** When the email was handed over; null when that is not known yet. */
  handedOverAt: Date | null
  isScannerNetwork(address: string): boolean
  /** Whether it is one of several links followed at once: see bursts.ts. */
  isInBurst: boolean
}

/** Nobody opens an email in the second in which it arrives, or reads it and clicks within two. */
const soonestMs = { open: 1_000, click: 2_000 }

/** Human, unless there is a reason to think otherwise. */
export function classifyHit(
  hit: Pick<Hit, 'kind' | 'userAgent' | 'ipAddress' | 'at' | 'isHoneypot'>,
  context: HitContext,
): Verdict {
  const because = reasonOf(hit, context)
  return because === undefined ? { by: 'human' } : { by: 'machine', because }
}

function reasonOf(hit: Parameters<typeof classifyHit>[0], context: HitContext): Because | undefined {
  if (hit.isHoneypot) return 'honeypot'
  const because = hit.kind === 'open' ? reasonToOpen(hit.userAgent) : reasonToClick(hit.userAgent)
  if (because) return because
  if (context.isScannerNetwork(hit.ipAddress)) return 'scanner_network'
  if (isTooFast(hit, context.handedOverAt)) return 'too_fast'
  return context.isInBurst ? 'several_links' : undefined
}

/** Scanners often look at an email before they accept it: at that time we do not know yet that it was handed over. */
const isTooFast = ({ kind, at }: Pick<Hit, 'kind' | 'at'>, handedOverAt: Date | null): boolean =>
  handedOverAt === null || at.getTime() - handedOverAt.getTime() < soonestMs[kind]

/** Millions of readers use some hundred programs, and searching the list takes as long as writing a hit. */
const maxRemembered = 1_000

const reasonToOpen = cached(userAgent => reasonOfAgent('open', userAgent))
const reasonToClick = cached(userAgent => reasonOfAgent('click', userAgent))

function reasonOfAgent(kind: Hit['kind'], userAgent: string): Because | undefined {
  const agent = userAgent.trim().toLowerCase()
  return agents.find(one => (one.kind ?? kind) === kind && ('is' in one ? agent === one.is : agent.includes(one.has)))
    ?.because
}

/** Clears its cache when it is full: anybody can make up a User-Agent. */
function cached(find: (userAgent: string) => Because | undefined): typeof find {
  const found = new Map<string, Because | undefined>()
  return userAgent => {
    const known = found.get(userAgent)
    if (known !== undefined || found.has(userAgent)) return known
    if (found.size >= maxRemembered) found.clear()
    const because = find(userAgent)
    found.set(userAgent, because)
    return because
  }
}
