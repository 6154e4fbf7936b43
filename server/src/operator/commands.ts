import { broadcastResume } from './commands/broadcasts/broadcast-resume.ts'
import { broadcastRules } from './commands/broadcasts/broadcast-rules.ts'
import type { Command } from './commands/command.ts'
import { creditsAdd } from './commands/credits-add.ts'
import { creditsList } from './commands/credits-list.ts'
import { doctor } from './commands/doctor.ts'
import { domainAdd } from './commands/domains/domain-add.ts'
import { domainList } from './commands/domains/domain-list.ts'
import { domainReports } from './commands/domains/domain-reports.ts'
import { domainRequireTls } from './commands/domains/domain-require-tls.ts'
import { domainRotate } from './commands/domains/domain-rotate.ts'
import { domainTrack } from './commands/domains/domain-track.ts'
import { domainVerify } from './commands/domains/domain-verify.ts'
import { keyCreate } from './commands/key-create.ts'
import { keyList } from './commands/key-list.ts'
import { keyRevoke } from './commands/key-revoke.ts'
import { listen } from './commands/listen.ts'
import { numberAdd } from './commands/number-add.ts'
import { numberList } from './commands/number-list.ts'
import { numberRemove } from './commands/number-remove.ts'
import { organizationCreate } from './commands/organization-create.ts'
import { organizationList } from './commands/organization-list.ts'
import { organizationSetPlan } from './commands/organization-set-plan.ts'
import { personReset } from './commands/person-reset.ts'
import { queue } from './commands/queue.ts'
import { setUp } from './commands/set-up.ts'
import { smsQuietHours } from './commands/sms-quiet-hours.ts'
import { workflowSecret } from './commands/workflow-secret.ts'

export const commands: readonly Command[] = [
  organizationCreate,
  organizationList,
  organizationSetPlan,
  keyCreate,
  keyList,
  keyRevoke,
  creditsAdd,
  creditsList,
  domainAdd,
  domainVerify,
  domainRotate,
  domainTrack,
  domainRequireTls,
  domainList,
  domainReports,
  numberAdd,
  numberRemove,
  numberList,
  smsQuietHours,
  broadcastRules,
  broadcastResume,
  workflowSecret,
  setUp,
  personReset,
  listen,
  queue,
  doctor,
]
