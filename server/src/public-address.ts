/** Which addresses are the world's. Others are our own machine's or somebody's inner network, where callers have no business. */
import { BlockList, isIP } from 'node:net'

const inner = new BlockList()
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '::/128', '::1/128', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64'],
  ...['2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
]) {
  const [network = '', bits] = range.split('/')
  inner.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv4 address in the clothes of an IPv6 one is judged as what it is. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && !inner.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** True when the URL names this machine or an inner address outright. `URL` has undone every other way of writing one. */
export function namesInnerAddress(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$|\.$/g, '') ?? ''
  return /(^|\.)localhost$/.test(host) || (isIP(host) !== 0 && !isPublicAddress(host))
}
