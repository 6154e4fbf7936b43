/** How receivers authenticate the sender, in sentences that say what to do. Pure. */
import type { PreflightCheck } from '@posthorn/contract/messages/preflight'
import { freeMailReceiver } from '#core/addresses/free-mail.ts'
import type { Authentication } from '#resources/messages/domains/checks/authenticate.ts'
import { advice, fine, problem } from './check.ts'

export type Authenticated = Authentication & {
  /** The domain of From. */
  from: string
}

export const authenticationChecks = (seen: Authenticated): PreflightCheck[] => [dkim(seen), spf(seen), dmarc(seen)]

export const passesDkim = ({ dkim }: Authenticated): boolean =>
  dkim.some(({ result, aligned }) => result === 'pass' && aligned)

function dkim(seen: Authenticated): PreflightCheck {
  const { from, dkim: signatures } = seen
  if (freeMailReceiver(from))
    return problem('dkim', `Only ${from} itself may send as ${from}: receivers refuse it. Send from your own domain.`)
  const [first] = signatures
  if (!first)
    return problem(
      'dkim',
      `It is not signed: ${from} is not a verified domain of this organization. Gmail, Yahoo and Microsoft refuse unsigned bulk mail. Add the domain and set its records.`,
    )
  const details = signatures.map(
    ({ domain, selector, algorithm, result, aligned }) =>
      `${selector}._domainkey.${domain} (${algorithm}): ${words[result]}${aligned ? '' : `, and it is not aligned with ${from}`}`,
  )
  if (passesDkim(seen)) return { ...dkimOf(seen, first.domain), details }
  if (signatures.some(({ result }) => result === 'no_answer'))
    return {
      ...advice('dkim', `It is signed by ${first.domain}, but DNS did not answer in time. Try again later.`),
      details,
    }
  if (signatures.some(({ result }) => result === 'pass'))
    return {
      ...problem(
        'dkim',
        `It is signed by ${first.domain}, which is not aligned with ${from} by its DMARC record. Verify ${from} as a domain of its own.`,
      ),
      details,
    }
  return {
    ...problem(
      'dkim',
      `It is signed by ${first.domain}, but receivers cannot verify that: they treat it as unsigned and may refuse it. Set the DKIM records of the domain again.`,
    ),
    details,
  }
}

const words = {
  pass: 'passes',
  fail: 'fails',
  no_key: 'there is no key in DNS',
  no_answer: 'DNS did not answer',
} as const

/** Many receivers only know RSA, so one passing signature is enough; one that fails has a record to fix. */
const dkimOf = ({ dkim, from }: Authenticated, domain: string): PreflightCheck =>
  dkim.every(({ result }) => result === 'pass')
    ? fine('dkim', `DKIM passes: it is signed by ${domain}, which is aligned with ${from}.`)
    : advice('dkim', `DKIM passes, but not every signature of ${domain} does. Set the missing record.`)

function spf({ spf }: Authenticated): PreflightCheck {
  if (!spf)
    return fine(
      'spf',
      'The sending address is not known here, as with a relay, so SPF cannot be predicted. DKIM counts as much.',
    )
  const { domain, address, result, aligned } = spf
  switch (result) {
    case 'pass':
      return aligned
        ? fine('spf', `SPF passes: ${domain} lets ${address} send.`)
        : advice(
            'spf',
            `SPF passes for ${domain}, which is not aligned with the domain of From: only DKIM counts. Set the records of the return path.`,
          )
    case 'no_answer':
      return advice('spf', 'DNS did not answer the SPF lookups in time. Try again later.')
    case 'none':
      return problem(
        'spf',
        `${domain} has no SPF record. Add one that lets ${address} send, as shown in the records of the domain.`,
      )
    case 'fail':
    case 'softfail':
    case 'neutral':
      return problem(
        'spf',
        `The SPF record of ${domain} does not let ${address} send (${result}). Add this server to the record.`,
      )
    case 'several_records':
      return problem('spf', `${domain} has several SPF records, which counts as an error. Put their entries into one.`)
    default:
      return problem(
        'spf',
        `The SPF record of ${domain} cannot be evaluated (${result.replaceAll('_', ' ')}). Receivers count that as a failure: shorten or fix it.`,
      )
  }
}

function dmarc({ dmarc, from, spf }: Authenticated): PreflightCheck {
  const { result, policy, domain } = dmarc
  const asked =
    policy === 'reject' ? 'refuse it' : policy === 'quarantine' ? 'put it into spam' : 'let it through, for now'
  switch (result) {
    case 'pass':
      return policy === 'none'
        ? advice(
            'dmarc',
            `DMARC passes. The policy of ${domain} is none: it lets forgeries through. Choose quarantine once all your mail passes.`,
          )
        : fine('dmarc', `DMARC passes, with the policy ${policy} of ${domain}.`)
    case 'fail':
      return problem(
        'dmarc',
        `DMARC fails: neither DKIM nor SPF passes for ${from}${spf ? '' : ' as far as can be predicted'}. ${domain} asks receivers to ${asked} (p=${policy}). Fix DKIM first.`,
      )
    case 'none':
      return problem(
        'dmarc',
        `${from} has no readable DMARC record. Gmail, Yahoo and Microsoft require one from bulk senders: v=DMARC1; p=none is enough to start with.`,
      )
    case 'no_answer':
      return advice('dmarc', 'DNS did not answer the DMARC lookups in time. Try again later.')
  }
}
