import { shown } from '#resources/messages/domains/checks/check.ts'
import { deciding, type Finding, judge, type Verdict } from '#resources/messages/domains/dns/findings.ts'
import type { Domain } from '#resources/messages/domains/domain.ts'
import { domainCacheMs } from '#resources/messages/domains/domain-cache.ts'
import { examineDomain } from '#resources/messages/domains/examine.ts'
import { returnPathDomain } from '#resources/messages/domains/name.ts'
import { readDomain } from '#resources/messages/domains/read.ts'
import { domainExamining } from '#setup/email/domain-examining.ts'
import { readSendingOf } from '#setup/sending/open.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand, invocation } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { table } from '../table.ts'
import { checkDetails, checksTable } from './domain-checks.ts'
import { domainJson, hostnameNote, oldKeysNote, purposes } from './domain-records.ts'

export const domainVerify = defineCommand({
  name: 'domain verify',
  summary: 'Checks the DNS of a sender domain as receivers do; exits with 1 unless its DKIM key is found',
  example: 'domain verify example.com',
  options: {
    name: { value: '<domain>', summary: 'A domain that was added', required: true, positional: true },
    organization: organizationOption('The organization that sends from it'),
  },
  async run(given, { loadConfig, clock }) {
    const config = loadConfig()
    await using database = await openInstance(config)
    const organizationId = await givenOrOnly(database.db, given.organization)
    const asked = await readDomain(database.db, { organizationId, name: given.name })
    const sending = await readSendingOf(config, database)
    const parts = { ...domainExamining(config, () => sending), database, clock }
    const { domain, findings, checks } = await examineDomain(parts, asked, {
      failureCounts: 'at_once',
      timeMs: maxTimeMs,
    })
    const { dkim, returnPath } = judge(findings)
    const isAsked = findings.some(({ record }) => deciding.returnPath.includes(record.purpose))
    const lines = [
      verdictOn(domain, dkim),
      // Without the name of this server, there are no records to look up.
      isAsked ? returnPathVerdict(domain, returnPath) : undefined,
      isAsked && returnPath !== 'wrong' ? undefined : hostnameNote(config),
      domain.next && `The new keys of ${domain.name} are not in DNS yet, so the current ones sign.`,
      oldKeysNote(domain, clock()),
    ].filter(Boolean)
    return {
      json: { ...domainJson(domain), dkim, return_path: returnPath, records: findings.map(toJson), checks },
      text: `\n${findingsTable(findings)}\n${differences(findings)}\n${checksTable(checks)}\n${checkDetails(checks)}\n${lines.join('\n')}\n\n`,
      failed: dkim !== 'right',
    }
  },
})

const maxTimeMs = 20_000

const states = { found: 'found', missing: 'missing', different: 'different', no_answer: 'no answer' } as const

const findingsTable = (findings: readonly Finding[]): string =>
  table(
    ['record', 'state', 'type', 'name'],
    findings.map(({ record, state }) => ({
      record: purposes[record.purpose],
      state: states[state],
      type: record.type,
      name: record.name,
    })),
  )

/** For records that differ and are not covered by the checks: what DNS says, and what it should say. */
const differences = (findings: readonly Finding[]): string =>
  findings
    .filter(({ state, record }) => state !== 'found' && record.purpose === 'return_path')
    .map(finding => {
      const says = instead(finding).map(text => `  DNS says    ${text}\n`)
      return `\n${purposes[finding.record.purpose]}, ${finding.record.name}\n${says.join('')}  should be   ${finding.record.value}\n`
    })
    .join('')

function instead(finding: Finding): readonly string[] {
  if (finding.state === 'no_answer') return [`no answer (${finding.code})`]
  return finding.seen.length > 0 ? shown(finding.seen) : ['no such record']
}

function verdictOn({ name, organizationId, verifiedAt }: Domain, dkim: Verdict): string {
  if (dkim === 'right') return `${name} is verified. Its email is signed within ${domainCacheMs / 1000} seconds.`
  if (dkim === 'unknown') {
    const before = verifiedAt ? 'verified' : 'not verified'
    return `DNS did not answer about the DKIM key of ${name}, so the domain stays ${before}.`
  }
  const show = `${invocation} domain add ${name} --organization ${organizationId}`
  return `${name} is not verified. New records can take a while to appear. To see all of them: ${show}`
}

function returnPathVerdict({ name, returnPathVerifiedAt }: Domain, returnPath: Verdict): string {
  const path = returnPathDomain(name)
  if (returnPath === 'right') return `Returned mail goes to ${path}.`
  if (returnPath === 'wrong') return `${path} is not used: its MX and SPF records are missing or wrong.`
  return `DNS did not answer about ${path}, which stays ${returnPathVerifiedAt ? 'in use' : 'unused'}.`
}

const toJson = (finding: Finding) => ({
  ...finding.record,
  state: finding.state,
  ...(finding.state === 'no_answer' ? { code: finding.code } : { seen: finding.seen }),
})
