/** Whether a reader who follows a link in an email of the domain reaches the link's host. */
import type { LookUp } from '../dns/look-up.ts'
import { type Check, type Level, shown } from './check.ts'

/** The result of an https request to a host. `words` is the error as text. */
export type HttpsAnswer =
  | { kind: 'answers'; status: number }
  | { kind: 'bad_certificate' | 'no_connection'; words: string }
export type AskHttps = (host: string, address: string) => Promise<HttpsAnswer>

type Asked = { host: string; publicHost: string | null; allow(address: string): boolean; ask: AskHttps }

const wanted = {
  answers: 'The host answers over https, with a certificate that readers trust.',
  no_address: 'A record for the host, which leads to Posthorn: until then no link in the emails of the domain works.',
  inner_address: 'An address that readers can reach: this one is on a private network.',
  bad_certificate: 'A certificate for this name that readers trust: until then they are warned of every link.',
  no_connection: 'A web server on port 443 of this address that forwards requests to Posthorn.',
  no_answer: 'An answer from DNS: ask again later.',
} as const
type Result = keyof typeof wanted

const levels: Record<Result, Level> = {
  answers: 'good',
  no_address: 'fault',
  inner_address: 'fault',
  bad_certificate: 'fault',
  no_connection: 'fault',
  no_answer: 'unknown',
}

export async function checkTrackingHost(lookUp: LookUp, asked: Asked): Promise<Check> {
  const { host, publicHost } = asked
  const answers = await Promise.all([lookUp({ name: host, type: 'A' }), lookUp({ name: host, type: 'AAAA' })])
  const addresses = answers.flatMap(answer => (answer.kind === 'answer' ? answer.seen : []))
  const isSilent = answers.some(({ kind }) => kind === 'no_answer')
  const { result, seen } =
    addresses.length > 0
      ? await reach(asked, addresses)
      : { result: isSilent ? ('no_answer' as const) : ('no_address' as const), seen: [] }
  return {
    about: 'tracking_host',
    name: host,
    level: levels[result],
    result,
    seen: shown(seen),
    wanted: wanted[result],
    line: result === 'no_address' ? `${host}. IN CNAME ${publicHost ?? '<host of POSTHORN_PUBLIC_URL>'}.` : null,
  }
}

/** Connects to the address that was checked, without another look-up. */
async function reach({ host, allow, ask }: Asked, addresses: readonly string[]) {
  const [address = ''] = addresses
  if (!addresses.every(allow)) return { result: 'inner_address' as const, seen: addresses }
  const answer = await ask(host, address)
  const words = answer.kind === 'answers' ? `${address}: status ${answer.status}` : `${address}: ${answer.words}`
  return { result: answer.kind, seen: [words] }
}
