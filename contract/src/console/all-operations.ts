import type { ConsoleOperation } from '../operation.ts'
import { alertOperations } from './alerts.ts'
import { brandingOperations } from './branding.ts'
import { broadcastOperations } from './broadcasts.ts'
import { domainKeyOperations } from './domain-keys.ts'
import { firstStepOperations } from './first-steps.ts'
import { listOperations } from './import-export.ts'
import { memberOperations } from './members.ts'
import { organizationOperations } from './organizations.ts'
import { overviewOperations } from './overview.ts'
import { searchOperations } from './search.ts'
import { sendingPlanOperations } from './sending-plan.ts'
import { sessionOperations } from './session.ts'
import { templateTrialOperations } from './template-trial.ts'
import { templateVersionOperations } from './template-versions.ts'
import { usageOperations } from './usage.ts'

/** Operations that the dashboard uses besides the API, by id. */
export const consoleOperations = {
  ...sessionOperations,
  ...organizationOperations,
  ...memberOperations,
  ...domainKeyOperations,
  ...brandingOperations,
  ...broadcastOperations,
  ...alertOperations,
  ...usageOperations,
  ...overviewOperations,
  ...listOperations,
  ...templateVersionOperations,
  ...templateTrialOperations,
  ...searchOperations,
  ...firstStepOperations,
  ...sendingPlanOperations,
} as const

export type ConsoleOperations = typeof consoleOperations
export type ConsoleOperationId = keyof ConsoleOperations

export const allConsoleOperations: readonly ConsoleOperation[] = Object.values(consoleOperations)
