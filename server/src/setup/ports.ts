/** The ports that one process opens: two of them cannot be the same. */
import { isIPv4 } from 'node:net'
import { fatal } from '#core/fatal.ts'
import { type Config, settings } from './settings.ts'

type Role = 'start' | 'api' | 'worker'
type Port = { name: string; host: string; port: number | null }

/** Otherwise the second one would be refused as in use, without a word about the first. */
export function refuseSharedPorts(role: Role, config: Config): void {
  const ports = portsOf(role, config).filter(({ port }) => port !== null && port !== 0)
  for (const [index, one] of ports.entries()) {
    const other = ports.slice(index + 1).find(({ host, port }) => port === one.port && overlap(host, one.host))
    if (other)
      throw fatal(
        `${one.name} and ${other.name} are both ${one.port}. Each needs a port of its own: change one of them.`,
      )
  }
}

/** `.env` may name the ports of several roles. */
function portsOf(role: Role, config: Config): Port[] {
  const { host } = config
  const submissionHost = config.submissionHost ?? host
  const inboundHost = config.inboundSmtpHost ?? host
  const isApi = role !== 'worker'
  return [
    isApi && { name: settings.port.name, host, port: config.port },
    role !== 'api' && { name: settings.inboundSmtpPort.name, host: inboundHost, port: config.inboundSmtpPort },
    isApi && { name: settings.submissionPort.name, host: submissionHost, port: config.submissionPort },
    isApi && { name: settings.submissionTlsPort.name, host: submissionHost, port: config.submissionTlsPort },
    role === 'worker' && { name: settings.workerPort.name, host, port: config.workerPort },
  ].filter(one => one !== false)
}

/** `::` also takes the IPv4 connections. */
const overlap = (one: string, other: string): boolean =>
  one === other || one === '::' || other === '::' || (isIPv4(one) && isIPv4(other) && [one, other].includes('0.0.0.0'))
