/** Whether this machine can reach other mail servers: many providers block outgoing connections to port 25. */
import type { LookUp } from '../dns/look-up.ts'
import { type Check, shown } from './check.ts'

export type Greeting = { kind: 'greeted' | 'no_connection'; words: string }
export type GreetMailServer = (address: string) => Promise<Greeting>

type Asked = { peer: string; allow(address: string): boolean; greet: GreetMailServer }

export async function checkPort25(lookUp: LookUp, { peer, allow, greet }: Asked): Promise<Check> {
  const common = { about: 'port_25', name: peer, line: null } as const
  const answer = await lookUp({ name: peer, type: 'A' })
  const address = answer.kind === 'answer' ? answer.seen.find(allow) : undefined
  if (address === undefined) {
    const wanted = `An address of ${peer}, to test a connection with.`
    return { ...common, level: 'unknown', result: 'no_address', seen: [], wanted }
  }
  const { kind, words } = await greet(address)
  const seen = shown([`${address}: ${words}`])
  if (kind === 'greeted')
    return { ...common, level: 'good', result: 'open', seen, wanted: 'Other mail servers can be reached.' }
  const wanted =
    'Port 25 open to the outside. Ask the provider of this machine or its network to open it, or send through a relay.'
  return { ...common, level: 'fault', result: 'closed', seen, wanted }
}
