import type { AuditAction } from '@posthorn/contract/audit'
import type { Change } from '#core/change.ts'
import type { Db } from '#postgres/database.ts'
import { type DomainRequest, readDomain } from '#resources/messages/domains/read.ts'
import { changeAtTerminal } from '../command.ts'

/** People name a domain, and the audit log tells what it was like before by its id. */
export async function changeOfDomain(db: Db, at: Date, action: AuditAction, asked: DomainRequest): Promise<Change> {
  const { organizationId, id } = await readDomain(db, asked)
  return changeAtTerminal(at, action, { organizationId, objectId: id })
}
