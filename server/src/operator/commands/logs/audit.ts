import { type AuditAction, auditActionNames } from '@posthorn/contract/audit'
import { fatal } from '#core/fatal.ts'
import { isId, timeOf } from '#core/id.ts'
import type { Entry } from '#resources/account/audit-log/entry.ts'
import { readLatest } from '#resources/account/audit-log/read.ts'
import { sentence } from '#resources/account/audit-log/sentence.ts'
import { toWireEntry } from '#resources/account/audit-log/wire.ts'
import { readOrganization } from '#resources/account/organizations/plan.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { shortTime, table } from '../table.ts'

const defaultCount = 50
const maxCount = 1_000

export const audit = defineCommand({
  name: 'audit',
  summary: 'Shows who changed what in an organization, newest first',
  example: 'audit --action key.created --limit 100',
  options: {
    organization: organizationOption('Whose log'),
    action: { value: '<action>', summary: 'Only this action, such as key.revoked' },
    object: { value: '<id>', summary: 'Only changes of this object' },
    actor: { value: '<id>', summary: 'Only changes by this person or key' },
    limit: { value: '<number>', summary: `How many; default ${defaultCount}, at most ${maxCount}` },
  },
  async run({ organization: asked, object: objectId, actor: actorId, ...given }, { loadConfig }) {
    const limit = readLimit(given.limit)
    const action = readAction(given.action)
    for (const [name, id] of Object.entries({ object: objectId, actor: actorId }))
      if (id !== undefined && !isId(id)) throw fatal(`--${name} must be an id, as shown by --json.`)
    await using database = await openInstance(loadConfig())
    const organization = await givenOrOnly(database.db, asked)
    await readOrganization(database.db, organization)
    const entries = await readLatest(database.db, organization, limit, { action, objectId, actorId })
    const text = entries.length > 0 ? entryTable(entries) : 'No matching changes.'
    return { json: { organization_id: organization, data: entries.map(toWireEntry) }, text: `${text}\n` }
  },
})

const entryTable = (entries: readonly Entry[]): string =>
  table(
    ['time (utc)', 'what', 'where', 'changed', 'from'],
    entries.map(entry => ({
      'time (utc)': shortTime(timeOf(entry.id)),
      what: sentence(entry),
      where: entry.mode ?? '',
      changed: entry.changes.map(({ field }) => field).join(', '),
      from: entry.address ?? entry.via.replace('_', ' '),
    })),
  )

function readLimit(text: string | undefined): number {
  const limit = Number(text ?? defaultCount)
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxCount) return limit
  throw fatal(`--limit must be a number from 1 to ${maxCount}.`)
}

function readAction(text: string | undefined): AuditAction | undefined {
  const action = auditActionNames.find(one => one === text)
  if (text === undefined || action) return action
  throw fatal(`--action must be one of ${auditActionNames.join(', ')}.`)
}
