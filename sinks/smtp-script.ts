/** How a sink misbehaves: what it does at a stage instead of the usual. */

export type Stage = 'banner' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body' | 'dot' | 'rset'

export type At = Readonly<{
  stage: Stage
  /** Counts from one. */
  connection: number
  mailFrom: string
  /** The recipients accepted so far; at `rcpt`, the last is the one in question. */
  rcptTo: readonly string[]
}>

export type Act = Readonly<{
  /** Sent instead of the usual reply; the line end is added. */
  reply?: string
  /** Sent as it is, instead of a reply. */
  raw?: string | Buffer
  delayMs?: number
  /** Sends the reply one byte at a time. */
  byteEveryMs?: number
  /** What follows the reply, or replaces it when none is given. `stall`: stays connected, but neither writes nor reads. */
  after?: 'close' | 'reset' | 'stall'
  /** At `dot`: the message is recorded even though the sender never learns of it. */
  store?: boolean
}>

export type Script = Partial<Record<Stage, Act>> | ((at: At) => Act | undefined)

export function actOf(script: Script | undefined, at: At): Act | undefined {
  const scripted = typeof script === 'function' ? script(at) : script?.[at.stage]
  return scripted ?? actOfAddresses(at)
}

const addressWish = /^(?:<)?(\d{3}|close|reset|stall|lost)-(mail|rcpt|data|dot)(?![a-z0-9])/

/**
 * Addresses can ask for an act themselves: `451-rcpt@…`, `550-dot@…`, `reset-data@…`, `lost-dot@…` (stored, then reset). At
 * `mail` the sender's address decides, at `rcpt` the recipient's, later any recipient's.
 */
function actOfAddresses({ stage, mailFrom, rcptTo }: At): Act | undefined {
  if (stage === 'mail') return wishOf(mailFrom, stage)
  if (stage === 'rcpt') return wishOf(rcptTo.at(-1) ?? '', stage)
  if (stage !== 'data' && stage !== 'dot') return undefined
  for (const address of rcptTo) {
    const wish = wishOf(address, stage)
    if (wish) return wish
  }
  return undefined
}

function wishOf(address: string, stage: Stage): Act | undefined {
  const [, wish = '', at] = addressWish.exec(address) ?? []
  if (at !== stage) return undefined
  if (wish === 'lost') return { after: 'reset', store: true }
  if (wish === 'close' || wish === 'reset' || wish === 'stall') return { after: wish }
  return {
    reply: `${wish} ${enhancedCodes[wish] ?? `${wish[0]}.0.0`} As the address asks`,
    ...(wish === '421' && { after: 'close' }),
  }
}

const enhancedCodes: Record<string, string> = {
  '550': '5.1.1',
  '552': '5.2.2',
  '554': '5.7.1',
  '452': '4.2.2',
  '421': '4.3.2',
}
