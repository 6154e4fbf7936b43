/** Distinguishes public addresses from those of this machine and of internal networks, which callers must not reach. */
import { BlockList, isIP } from 'node:net'

/** `public`: public addresses only. `loopback`: also this machine. `private`: also internal networks, but never `unreachable`. */
export type AddressPolicy = 'public' | 'loopback' | 'private'

/** Called for each attempt. Never rejects. */
export type AddressRule = () => Promise<AddressPolicy>

const loopback = ['127.0.0.0/8', '::1/128']

/** This network, link-local, multicast, broadcast, and cloud metadata services (Alibaba, Azure, Oracle, AWS, GCP). */
const unreachable = [
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '255.255.255.255/32', '::/96', 'fe80::/10', 'ff00::/8'],
  ...['100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32', 'fd00:ec2::254/128', 'fd20:ce::254/128'],
]

/** The special-purpose registries (RFC 6890), and unassigned ranges. */
const special = [
  ...['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4'],
  ...['::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  ...['3fff::/20', '4000::/2', '8000::/1'],
]

/** Prefixes of IPv6 addresses that are translated to IPv4 (RFC 6052, RFC 2765). BlockList itself handles mapped addresses. */
const translated = ['64:ff9b::', '::ffff:0:']

const innerAddresses = ranges([...loopback, ...unreachable, ...special])
const loopbackAddresses = ranges(loopback)
const unreachableAddresses = ranges([
  ...unreachable,
  ...unreachable.filter(range => range.includes('.')).flatMap(throughTranslation),
  // 6to4 is no longer in use (RFC 7526), so blocking it loses nothing.
  '2002::/16',
])

function ranges(all: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of all) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

function throughTranslation(range: string): string[] {
  const [network, bits] = range.split('/')
  return translated.map(prefix => `${prefix}${network}/${96 + Number(bits)}`)
}

/** Text that is not an address counts as in every list. */
const isIn = (list: BlockList, address: string): boolean => {
  const version = isIP(address)
  return version === 0 || list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv4-mapped IPv6 address is checked as the IPv4 address. */
export const isPublicAddress = (address: string): boolean => !isIn(innerAddresses, address)

export const isLoopback = (address: string): boolean => isIP(address) !== 0 && isIn(loopbackAddresses, address)

const policies: Record<AddressPolicy, (address: string) => boolean> = {
  public: isPublicAddress,
  loopback: address => isLoopback(address) || isPublicAddress(address),
  private: address => isLoopback(address) || !isIn(unreachableAddresses, address),
}

export const addressPolicy = (policy: AddressPolicy): ((address: string) => boolean) => policies[policy]

/** The fault of a caller's URL before any DNS lookup, or undefined. `URL` has normalized other spellings of addresses. */
export function refusedAddress(url: string, policy: AddressPolicy): string | undefined {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return 'must be an absolute http or https URL'
  if (parsed.username !== '' || parsed.password !== '') return 'must not contain a user name or a password'
  if (!mayBeNamed(parsed, policy)) return 'must not name a private, local or reserved address'
  return undefined
}

function mayBeNamed({ hostname }: URL, policy: AddressPolicy): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (/(^|\.)localhost$/.test(host)) return policy !== 'public'
  return isIP(host) === 0 || addressPolicy(policy)(host)
}
