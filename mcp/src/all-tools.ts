import type { Permission } from '@posthorn/contract/permissions'
import type { Tool } from './tool.ts'
import { readingTools } from './tools/reading.ts'
import { tryingOutTools } from './tools/trying-out.ts'
import { writingTools } from './tools/writing.ts'

export const allTools: readonly Tool[] = [...readingTools, ...tryingOutTools, ...writingTools]

type Rights = { permissions: ReadonlySet<Permission>; mayWrite: boolean }

/** What a connection is offered: what its key may do, and what changes something only where that is allowed. */
export const toolsFor = ({ permissions, mayWrite }: Rights): Tool[] =>
  allTools.filter(
    ({ operation: { permission }, effect }) =>
      (permission === null || permissions.has(permission)) && (effect === 'reads' || mayWrite),
  )
