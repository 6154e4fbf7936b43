import { readOrganization, readOrganizations } from '#resources/account/organizations/plan.ts'
import type { Domain } from '#resources/messages/domains/domain.ts'
import { readDomains } from '#resources/messages/domains/read.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand, invocation } from '../command.ts'
import { shortTime, table } from '../table.ts'
import { domainJson, failureNote, oldKeysNote } from './domain-records.ts'

export const domainList = defineCommand({
  name: 'domain list',
  summary: 'Lists the sender domains and whether their DNS records were found',
  example: 'domain list --organization <id>',
  options: { organization: { value: '<id>', summary: 'Only the domains of this organization' } },
  async run({ organization }, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const { db } = database
    const owners = organization === undefined ? await readOrganizations(db) : [await readOrganization(db, organization)]
    const domains = await readDomains(db, organization)
    const blocks = owners.map(({ id, name }) => {
      const own = domains.filter(domain => domain.organizationId === id)
      return `${name} (${id})\n${own.length > 0 ? domainTable(own) : 'no domains'}\n${notes(own, clock())}`
    })
    const none = `There is no organization yet: ${invocation} organization create\n`
    return { json: { data: domains.map(domainJson) }, text: blocks.length > 0 ? blocks.join('\n') : none }
  },
})

const shownForMs = 30 * 86_400_000

/** Failures, and for 30 days after a key rotation its note. */
const notes = (domains: readonly Domain[], now: Date): string =>
  domains
    .flatMap(domain => {
      const { replacedAt } = domain
      const isRecent = replacedAt !== null && now.getTime() - replacedAt.getTime() < shownForMs
      return [failureNote(domain) ?? [], (isRecent && oldKeysNote(domain, now)) || []].flat()
    })
    .map(note => `! ${note}\n`)
    .join('')

const domainTable = (domains: readonly Domain[]): string =>
  table(
    ['name', 'verified (utc)', 'return path (utc)', 'checked (utc)', 'tls', 'id'],
    domains.map(({ id, name, verifiedAt, returnPathVerifiedAt, checkedAt, requireTls }) => ({
      name,
      'verified (utc)': verifiedAt ? shortTime(verifiedAt) : 'no',
      'return path (utc)': returnPathVerifiedAt ? shortTime(returnPathVerifiedAt) : 'no',
      'checked (utc)': checkedAt ? shortTime(checkedAt) : 'never',
      tls: requireTls ? 'required' : 'if offered',
      id,
    })),
  )
