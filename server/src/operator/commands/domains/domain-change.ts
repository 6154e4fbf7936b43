import type { AuditAction } from '@posthorn/contract/audit'
import type { Change } from '#core/change.ts'
import type { Db } from '#postgres/database.ts'
import { type DomainRequest, readDomain } from '#resources/messages/domains/read.ts'
import { changeAtTerminal } from '../command.ts'

/** Commands name a domain; the audit log needs its id to find its previous state. */
export async function changeOfDomain(db: Db, at: Date, action: AuditAction, asked: DomainRequest): Promise<Change> {
  const { organizationId, id } = await readDomain(db, asked)
  return changeAtTerminal(at, action, { organizationId, objectId: id })
}
