/** Connections to allowed addresses only. What was checked is what is connected to: there is no second look-up in between. */
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { PlainFailure } from './failure.ts'

export type CheckedConnectOptions = {
  allow(address: string): boolean
  /** All addresses of a name. */
  lookup(hostname: string): Promise<readonly string[]>
  timeoutMs: number
  /** Ends those that are not there yet: whoever waits for one is told at once. */
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
  // A socket that is given a signal listens to it for as long as that lives: each connection ever made would stay in memory.
  const connecting = new Set<() => void>()
  const breakOffAll = () => {
    for (const breakOff of connecting) breakOff()
  }
  signal.addEventListener('abort', breakOffAll, { once: true })
  return (target, callback) => {
    // A socket looks up names only.
    const isAllowed = isIP(target.hostname) === 0 || allow(target.hostname)
    if (!isAllowed || signal.aborted) {
      queueMicrotask(() => callback(isAllowed ? signal.reason : notAllowed(), null))
      return
    }
    const breakOff = () => {
      if (connecting.delete(breakOff)) callback(signal.reason, null)
    }
    connecting.add(breakOff)
    connect(target, (...result) => {
      const [, socket] = result
      if (connecting.delete(breakOff)) callback(...result)
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
