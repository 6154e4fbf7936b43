import { contactOperations } from './contacts.ts'
import { domainOperations } from './domains.ts'
import { listOperations } from './lists.ts'
import { memberOperations } from './members.ts'
import type { ConsoleOperation } from './operation.ts'
import { organizationOperations } from './organizations.ts'
import { sessionOperations } from './session.ts'
import { templateVersionOperations } from './templates.ts'
import { usageOperations } from './usage.ts'

/** What the dashboard asks beside the API: every operation by its id. */
export const consoleOperations = {
  ...sessionOperations,
  ...organizationOperations,
  ...memberOperations,
  ...domainOperations,
  ...usageOperations,
  ...listOperations,
  ...contactOperations,
  ...templateVersionOperations,
} as const

export type ConsoleOperations = typeof consoleOperations
export type ConsoleOperationId = keyof ConsoleOperations

export const allConsoleOperations: readonly ConsoleOperation[] = Object.values(consoleOperations)
