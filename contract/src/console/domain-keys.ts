import { Type } from 'typebox'
import { Domain } from '../messages/domains.ts'
import { operation } from '../operation.ts'
import { PathId } from '../scalars.ts'

export const domainKeyOperations = {
  rotateDomain: operation({
    id: 'rotateDomain',
    method: 'POST',
    audit: 'domain.keys_rotated',
    path: '/console/domains/{id}/rotate',
    summary: 'Create new DKIM keys, used once DNS has them; return pending keys if there are any',
    access: 'member',
    permission: 'domains:write',
    params: Type.Object({ id: PathId }),
    reply: Domain,
    refusals: ['invalid_state'],
  }),
} as const
