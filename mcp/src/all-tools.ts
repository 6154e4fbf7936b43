import type { Permission } from '@posthorn/contract/permissions'
import type { Tool } from './tool.ts'
import { readingTools } from './tools/reading.ts'
import { tryingOutTools } from './tools/trying-out.ts'
import { writingTools } from './tools/writing.ts'

export const allTools: readonly Tool[] = [...readingTools, ...tryingOutTools, ...writingTools]

type Rights = { permissions: ReadonlySet<Permission>; mayWrite: boolean }

/** The tools of a connection: those its key has the permission for, and those that make changes only with write access. */
export const toolsFor = ({ permissions, mayWrite }: Rights): Tool[] =>
  allTools.filter(
    ({ operation: { permission }, effect }) =>
      (permission === null || permissions.has(permission)) && (effect === 'reads' || mayWrite),
  )
