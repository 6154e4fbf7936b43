import { fatal } from '#core/fatal.ts'
import { keptDays } from '#resources/messages/domain-reports/expire.ts'
import { type DomainReports, readDomainReports } from '#resources/messages/domain-reports/read.ts'
import { roleAddress } from '#resources/messages/domains/name.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { shortTime, table } from '../table.ts'

export const domainReports = defineCommand({
  name: 'domain reports',
  summary: 'Shows who sends as a domain and how much passes authentication, as reported by receivers',
  example: 'domain reports example.com --days 7',
  options: {
    name: { value: '<domain>', summary: 'A domain that was added', required: true, positional: true },
    organization: organizationOption('The organization that sends from it'),
    days: { value: '<number>', summary: `How far back, at most ${keptDays}; default 30` },
  },
  async run({ organization: asked, name, days = '30' }, { loadConfig, clock }) {
    const since = new Date(clock().getTime() - daysIn(days) * 86_400_000)
    await using database = await openInstance(loadConfig())
    const organization = await givenOrOnly(database.db, asked)
    const reports = await readDomainReports(database.db, { organizationId: organization, name }, since)
    return { json: toJson(reports), text: toText(reports, days) }
  },
})

function daysIn(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > keptDays) throw fatal(`--days must be a number from 1 to ${keptDays}, not "${text}".`)
  return days
}

function toText({ name, sources, tls, reporters }: DomainReports, days: string): string {
  if (reporters.length === 0)
    return `No reports about ${name} in the last ${days} days. Receivers send them if its DMARC record has rua=mailto:${roleAddress('dmarc', name)}.\n`
  return [
    '',
    ...(sources.length > 0 ? [`Who sends as ${name}, in the last ${days} days:`, '', sourceTable(sources), ''] : []),
    ...(tls.length > 0 ? [`Connections that deliver mail to ${name}:`, '', tlsTable(tls), ''] : []),
    'Sources of these reports (reports are not signed, so anyone can send one):',
    '',
    reporterTable(reporters),
    '',
    '',
  ].join('\n')
}

const sourceTable = (sources: DomainReports['sources']): string =>
  table(
    ['source', 'proven as', 'messages', 'pass', 'dkim', 'spf', 'stopped'],
    sources.map(({ address, provenDomain, messages, passed, dkim, spf, stopped }) => ({
      source: address,
      'proven as': provenDomain || '-',
      messages: String(messages),
      pass: `${Math.floor((passed / messages) * 100)} %`,
      dkim: String(dkim),
      spf: String(spf),
      stopped: String(stopped),
    })),
  )

const tlsTable = (results: DomainReports['tls']): string =>
  table(
    ['result', 'policy', 'sessions'],
    results.map(({ result, policy, sessions }) => ({ result, policy, sessions: String(sessions) })),
  )

const reporterTable = (reporters: DomainReports['reporters']): string =>
  table(
    ['reporter', 'about', 'reports', 'last (utc)'],
    reporters.map(({ reporter, kind, reports, lastAt }) => ({
      reporter,
      about: kind === 'dmarc' ? 'DMARC' : 'TLS',
      reports: String(reports),
      'last (utc)': shortTime(lastAt),
    })),
  )

const toJson = ({ name, sources, tls, reporters }: DomainReports) => ({
  name,
  sources: sources.map(({ provenDomain, ...source }) => ({ ...source, proven_domain: provenDomain })),
  tls,
  reporters: reporters.map(({ lastAt, ...reporter }) => ({ ...reporter, last_at: lastAt.toISOString() })),
})
