/** The parts with which the dashboard shows and checks the ways that messages leave. */
import { hostname as machineName } from 'node:os'
import type { Clock } from '#core/clock.ts'
import type { SendingParts } from '#resources/account/sending-plan/parts.ts'
import type { SmppWay } from '#resources/account/sending-plan/way.ts'
import { dnsLookUp } from '#resources/messages/domains/dns/look-up.ts'
import { isFullName } from '../full-name.ts'
import { domainProbes } from '../probes/domain-probes.ts'
import type { Config } from '../settings.ts'
import { checkCarrier } from './check-carrier.ts'
import { checkDirect } from './check-direct.ts'
import { checkRelay } from './check-relay.ts'
import type { CurrentSending } from './current.ts'
import { faultsOf } from './way-faults.ts'
import { fixedBy, smppUrl } from './with-saved.ts'

type Parts = { current: CurrentSending; publicUrl: string; clock: Clock }

export function sendingParts(config: Config, { current, publicUrl, clock }: Parts): SendingParts {
  const hostname = config.hostname ?? machineName()
  const probes = domainProbes(config)
  const lookUp = dnsLookUp(config.dnsServers)
  return {
    fixedBy: fixedBy(config),
    hostname,
    maySendDirectly: isFullName(hostname),
    faultsOf: way => faultsOf(way, { hostname, publicUrl }),
    check: {
      email: way =>
        way.type === 'direct' ? checkDirect({ hostname, lookUp, probes }) : checkRelay(way, { hostname, now: clock() }),
      sms: way => checkCarrier(way, { isInUse: isAccountOf(current) }),
    },
    refresh: current.refresh,
  }
}

/** Compared without the password: a second login may end the first, even with another password. */
const isAccountOf =
  ({ now }: CurrentSending) =>
  (way: SmppWay): boolean => {
    const { savedCarrier } = now()
    return savedCarrier?.type === 'smpp' && withoutPassword(savedCarrier.url) === withoutPassword(smppUrl(way))
  }

function withoutPassword(url: string): string {
  const address = new URL(url)
  return `${address.username}@${address.host}`
}
