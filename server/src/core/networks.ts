/** Networks in settings: single addresses and CIDR ranges. */
import { BlockList, isIP } from 'node:net'

/** An address, or a range such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
}

/** Whether an address is in one of the networks. An IPv4-mapped IPv6 address (::ffff:10.1.2.3) is checked as IPv4. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  if (networks.length === 0) return () => false
  return address => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/**
 * The network by which a client's requests are counted. The owner of an IPv6 address has the whole /64, so that is counted as one, in any
 * spelling of the address.
 */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4 || isIP(address) !== 6) return ipv4 ?? address
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail ?? '')]
  return all
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
