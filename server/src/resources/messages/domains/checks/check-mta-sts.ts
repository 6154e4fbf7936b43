/** Whether the domain asks others to encrypt mail to it, and to verify the server they deliver to (RFC 8461). */
import type { LookUp } from '../dns/look-up.ts'
import { type Check, canBeCopied, type Level, shown } from './check.ts'

/** The mode of the policy that the domain serves over https; undefined when no policy could be read. */
export type ReadStsMode = (domain: string) => Promise<'enforce' | 'testing' | 'none' | undefined>

type Result = 'enforced' | 'testing' | 'switched_off' | 'no_policy' | 'missing' | 'several_records' | 'no_answer'

const levels: Record<Result, Level> = {
  enforced: 'good',
  testing: 'advice',
  switched_off: 'advice',
  no_policy: 'advice',
  missing: 'advice',
  several_records: 'advice',
  no_answer: 'unknown',
}

const resultOf = { enforce: 'enforced', testing: 'testing', none: 'switched_off' } as const

/** Empty when the domain takes no mail: there is nothing to encrypt. */
export async function checkMtaSts(lookUp: LookUp, name: string, readMode: ReadStsMode): Promise<Check[]> {
  const [exchanges, texts] = await Promise.all([
    lookUp({ name, type: 'MX' }),
    lookUp({ name: `_mta-sts.${name}`, type: 'TXT' }),
  ])
  const hosts = exchanges.kind === 'answer' ? exchanges.seen.map(text => text.split(' ')[1] ?? '').filter(Boolean) : []
  if (exchanges.kind === 'answer' && hosts.length === 0) return []
  const records = texts.kind === 'answer' ? texts.seen.filter(text => /^v=STSv1\s*;/.test(text)) : []
  const result = texts.kind === 'no_answer' ? 'no_answer' : await judge(records, () => readMode(name))
  return [
    {
      about: 'mta_sts',
      name: `_mta-sts.${name}`,
      level: levels[result],
      result,
      seen: shown(records),
      wanted: wantedFor(result, name, hosts),
      line: result === 'missing' ? `_mta-sts.${name}. IN TXT "v=STSv1; id=1"` : null,
    },
  ]
}

async function judge(records: readonly string[], readMode: () => ReturnType<ReadStsMode>): Promise<Result> {
  if (records.length === 0) return 'missing'
  if (records.length > 1) return 'several_records'
  const mode = await readMode()
  return mode === undefined ? 'no_policy' : resultOf[mode]
}

function wantedFor(result: Result, name: string, hosts: readonly string[]): string {
  const policy = `a policy at https://mta-sts.${name}/.well-known/mta-sts.txt, in lines: ${policyFor(hosts)}`
  switch (result) {
    case 'enforced':
      return 'Others encrypt mail to the domain, or do not send it.'
    case 'testing':
      return 'mode: enforce in the policy, and another id in the record, once TLS reports tell of no failures.'
    case 'switched_off':
      return 'mode: testing or enforce in the policy, and another id in the record.'
    case 'no_policy':
      return `Beside the record ${policy}`
    case 'missing':
      return `Optional, for mail to the domain: the record, and ${policy}`
    case 'several_records':
      return 'One record: several count as none (RFC 8461, 3.1).'
    case 'no_answer':
      return 'An answer from DNS: ask again later.'
  }
}

const maxHosts = 5

const policyFor = (hosts: readonly string[]): string => {
  const own = hosts.filter(canBeCopied).slice(0, maxHosts)
  return ['version: STSv1', 'mode: testing', ...own.map(host => `mx: ${host}`), 'max_age: 604800'].join(' / ')
}
