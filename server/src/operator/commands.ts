/** The commands, in the order of the help page. Each is loaded only when needed, because all together import a thousand modules. */
import type { Command } from './commands/command.ts'

const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  'organization create': async () =>
    (await import('./commands/organizations/organization-create.ts')).organizationCreate,
  'organization list': async () => (await import('./commands/organizations/organization-list.ts')).organizationList,
  'organization rename': async () =>
    (await import('./commands/organizations/organization-rename.ts')).organizationRename,
  'organization set-plan': async () =>
    (await import('./commands/organizations/organization-set-plan.ts')).organizationSetPlan,
  'key create': async () => (await import('./commands/keys/key-create.ts')).keyCreate,
  'key list': async () => (await import('./commands/keys/key-list.ts')).keyList,
  'key revoke': async () => (await import('./commands/keys/key-revoke.ts')).keyRevoke,
  'credits add': async () => (await import('./commands/credits/credits-add.ts')).creditsAdd,
  'credits list': async () => (await import('./commands/credits/credits-list.ts')).creditsList,
  'domain add': async () => (await import('./commands/domains/domain-add.ts')).domainAdd,
  'domain verify': async () => (await import('./commands/domains/domain-verify.ts')).domainVerify,
  'domain rotate': async () => (await import('./commands/domains/domain-rotate.ts')).domainRotate,
  'domain track': async () => (await import('./commands/domains/domain-track.ts')).domainTrack,
  'domain require-tls': async () => (await import('./commands/domains/domain-require-tls.ts')).domainRequireTls,
  'domain list': async () => (await import('./commands/domains/domain-list.ts')).domainList,
  'domain reports': async () => (await import('./commands/domains/domain-reports.ts')).domainReports,
  'number add': async () => (await import('./commands/numbers/number-add.ts')).numberAdd,
  'number remove': async () => (await import('./commands/numbers/number-remove.ts')).numberRemove,
  'number list': async () => (await import('./commands/numbers/number-list.ts')).numberList,
  'sms quiet-hours': async () => (await import('./commands/sms-quiet-hours.ts')).smsQuietHours,
  'broadcast rules': async () => (await import('./commands/broadcasts/broadcast-rules.ts')).broadcastRules,
  'broadcast resume': async () => (await import('./commands/broadcasts/broadcast-resume.ts')).broadcastResume,
  'contact export': async () => (await import('./commands/contacts/contact-export.ts')).contactExport,
  'contact erase': async () => (await import('./commands/contacts/contact-erase.ts')).contactErase,
  'consent verify': async () => (await import('./commands/contacts/consent-verify.ts')).consentVerify,
  'workflow secret': async () => (await import('./commands/workflow-secret.ts')).workflowSecret,
  'set-up': async () => (await import('./commands/set-up.ts')).setUp,
  audit: async () => (await import('./commands/logs/audit.ts')).audit,
  'person reset': async () => (await import('./commands/people/person-reset.ts')).personReset,
  'person link': async () => (await import('./commands/people/person-link.ts')).personLink,
  listen: async () => (await import('./commands/listening/listen.ts')).listen,
  'transport list': async () => (await import('./commands/transports/transport-list.ts')).transportList,
  'transport remove': async () => (await import('./commands/transports/transport-remove.ts')).transportRemove,
  queue: async () => (await import('./commands/queue.ts')).queue,
  disk: async () => (await import('./commands/disk/disk.ts')).disk,
  retention: async () => (await import('./commands/disk/retention.ts')).retention,
  backup: async () => (await import('./commands/backup/backup.ts')).backup,
  restore: async () => (await import('./commands/backup/restore.ts')).restore,
  resume: async () => (await import('./commands/backup/resume.ts')).resume,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
}

export const commandNames: readonly string[] = Object.keys(loaders)

export const loadCommand = (name: string): Promise<Command> | undefined => loaders[name]?.()

export const loadCommands = (): Promise<Command[]> => Promise.all(Object.values(loaders).map(load => load()))
