/** The rules of Gmail, Yahoo and Microsoft for bulk senders, one entry each. Pure. */
import type { PreflightCheck } from '@posthorn/contract/messages/preflight'
import { freeMailReceiver } from '#core/addresses/free-mail.ts'
import type { Draft } from '../draft.ts'
import { type Authenticated, passesDkim } from './authentication-checks.ts'
import { advice, fine, problem } from './check.ts'

type State = 'Met' | 'Not met' | 'Not known' | 'Not needed'
type Rule = { state: State; what: string }
type Asked = { seen: Authenticated; draft: Pick<Draft, 'messageStream'>; linkBase: string }

export function bulkRules(asked: Asked): PreflightCheck {
  const rules = rulesOf(asked)
  const broken = rules.filter(({ state }) => state === 'Not met').length
  const details = rules.map(({ state, what }) => `${state}: ${what}`)
  return { ...verdict(asked, broken), details }
}

function verdict({ draft }: Asked, broken: number): PreflightCheck {
  if (broken === 0) return fine('bulk_rules', 'It meets the rules of Gmail, Yahoo and Microsoft for bulk senders.')
  const count = broken === 1 ? 'One rule' : `${broken} rules`
  const what = `${count} of Gmail, Yahoo and Microsoft for bulk senders ${broken === 1 ? 'is' : 'are'} not met.`
  return draft.messageStream === 'broadcast'
    ? problem('bulk_rules', `${what} They put such mail into spam or refuse it.`)
    : advice('bulk_rules', `${what} They apply from 5,000 messages a day, counting all your mail.`)
}

function rulesOf({ seen, draft, linkBase }: Asked): Rule[] {
  const { dkim, spf, dmarc, from } = seen
  const unknown = (isUnknown: boolean, isMet: boolean): State => (isMet ? 'Met' : isUnknown ? 'Not known' : 'Not met')
  return [
    { state: freeMailReceiver(from) ? 'Not met' : 'Met', what: 'From is an address at a domain of your own.' },
    {
      state: unknown(
        dkim.some(({ result }) => result === 'no_answer'),
        passesDkim(seen),
      ),
      what: 'DKIM passes and is aligned with the domain of From.',
    },
    {
      state: unknown(!spf || spf.result === 'no_answer', spf?.result === 'pass'),
      what: spf ? 'SPF passes.' : 'SPF passes; the sending address is not known here.',
    },
    {
      state: unknown(dmarc.result === 'no_answer', dmarc.policy !== null),
      what: 'The domain has a DMARC record, p=none or stricter.',
    },
    {
      state: unknown(dmarc.result === 'no_answer', dmarc.result === 'pass'),
      what: 'DMARC passes: SPF or DKIM is aligned with From.',
    },
    oneClick(draft, linkBase),
    { state: 'Not known', what: 'Each sending address has a name in reverse DNS, which the operator sets up.' },
  ]
}

/** RFC 8058, 3.1 requires https. */
function oneClick({ messageStream }: Asked['draft'], linkBase: string): Rule {
  if (messageStream !== 'broadcast')
    return { state: 'Not needed', what: 'One click to unsubscribe, for broadcasts only.' }
  return {
    state: linkBase.startsWith('https://') ? 'Met' : 'Not met',
    what: 'One click to unsubscribe, over https.',
  }
}
