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
    summary: 'Make new DKIM keys, which sign once DNS shows them; when some wait already, show them again',
    access: 'member',
    permission: 'domains:write',
    params: Type.Object({ id: PathId }),
    reply: Domain,
    refusals: ['invalid_state'],
  }),
} as const
