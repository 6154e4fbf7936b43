/** Connects to allowed addresses only. The checked address is the one connected to, without a second lookup in between. */
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { PlainFailure } from './failure.ts'

export type CheckedConnectOptions = {
  allow(address: string): boolean
  /** All addresses of a name. */
  lookup(hostname: string): Promise<readonly string[]>
  timeoutMs: number
  /** Aborts pending connections at once. */
  signal: AbortSignal
  ca?: string
}

export function checkedConnect(options: CheckedConnectOptions): buildConnector.connector {
  const { allow, timeoutMs, signal, ca } = options
  const connect = buildConnector({
    lookup: checkedLookup(options),
    timeout: timeoutMs,
    ...(ca !== undefined && { ca }),
    allowH2: false,
  })
  // A socket with a signal listens to it for the signal's lifetime, so every connection ever made would stay in memory.
  const connecting = new Set<() => void>()
  const abortAll = () => {
    for (const abort of connecting) abort()
  }
  signal.addEventListener('abort', abortAll, { once: true })
  return (target, callback) => {
    // A socket looks up only names, so an IP address is checked here.
    const isAllowed = isIP(target.hostname) === 0 || allow(target.hostname)
    if (!isAllowed || signal.aborted) {
      queueMicrotask(() => callback(isAllowed ? signal.reason : notAllowed(), null))
      return
    }
    const abort = () => {
      if (connecting.delete(abort)) callback(signal.reason, null)
    }
    connecting.add(abort)
    connect(target, (...result) => {
      const [, socket] = result
      if (connecting.delete(abort)) callback(...result)
      else socket?.destroy()
    })
  }
}

function checkedLookup({ allow, lookup }: CheckedConnectOptions): LookupFunction {
  const allowedAddresses = async (hostname: string) => {
    const addresses = await lookup(hostname)
    if (addresses.length === 0) throw new PlainFailure('the host name has no address')
    if (!addresses.every(allow)) throw notAllowed()
    return addresses.map(address => ({ address, family: isIP(address) }))
  }
  return (hostname, { all }, callback) => {
    allowedAddresses(hostname).then(
      addresses => {
        const [first = { address: '', family: 0 }] = addresses
        if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      error => callback(error, '', 0),
    )
  }
}

const notAllowed = () => new PlainFailure('address not allowed')
