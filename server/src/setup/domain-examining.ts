/** What sender domains are examined with, from the dashboard and from the command line. */
import { hostname as machineName } from 'node:os'
import { dnsLookUp } from '#resources/messages/domains/dns/look-up.ts'
import type { ExaminingParts } from '#resources/messages/domains/examine.ts'
import { domainProbes } from './probes/domain-probes.ts'
import type { Config } from './settings.ts'

/** How the records of domains call this server. */
export const serverName = ({ hostname }: Config): string => hostname ?? machineName().toLowerCase()

export const domainExamining = (config: Config): ExaminingParts => ({
  lookUp: dnsLookUp(config.dnsServers),
  probes: domainProbes(config),
  hostname: serverName(config),
  sendsDirectly: config.emailTransports?.includes('direct') ?? false,
  publicHost: config.publicUrl ? new URL(config.publicUrl).hostname : null,
})
