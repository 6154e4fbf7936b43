/** The parts for examining sender domains, in the dashboard and on the command line. */
import { existsSync } from 'node:fs'
import { hostname as machineName } from 'node:os'
import { dnsLookUp } from '#resources/messages/domains/dns/look-up.ts'
import type { ExaminingParts } from '#resources/messages/domains/examine.ts'
import { domainProbes } from '../probes/domain-probes.ts'
import type { Config } from '../settings.ts'
import { readDeliveryFile } from './delivery-file.ts'
import { liveTransportNames } from './email-transports.ts'

/** The name of this server in the DNS records of sender domains. */
export const serverName = ({ hostname }: Config): string => hostname ?? machineName().toLowerCase()

/** The addresses that email is sent from. The API may run on a machine without the delivery file, which only workers need. */
export const sourcesOf = ({ deliveryFile }: Config): ExaminingParts['sources'] =>
  deliveryFile && existsSync(deliveryFile) ? readDeliveryFile(deliveryFile).sources : []

/** `now`: the current sending configuration, which may change. */
export function domainExamining(config: Config, now: () => Config = () => config): ExaminingParts {
  const sendsDirectly = () => liveTransportNames(now()).includes('direct')
  return {
    lookUp: dnsLookUp(config.dnsServers),
    probes: domainProbes(config),
    hostname: serverName(config),
    get sendsDirectly() {
      return sendsDirectly()
    },
    get sources() {
      return sendsDirectly() ? sourcesOf(config) : []
    },
    publicHost: config.publicUrl ? new URL(config.publicUrl).hostname : null,
  }
}
