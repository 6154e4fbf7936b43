import { expect, test } from 'vitest'
import { type AddressPolicy, addressPolicy, isPublicAddress, refusedAddress } from './public-address.ts'

test.each([
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
  ],
  ...[
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
  ],
  ...['198.51.100.7', '203.0.113.7', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1'],
  ...['2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1', 'fc00::1', 'fdff::1', 'fe80::1', 'febf::1', 'ff02::1'],
  ...[
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '0:0:0:0:0:0:0:1',
    'FE80::1',
    'fe80::1%eth0',
    '::1%lo',
    'fec0::1',
  ],
  ...['2001::1', '168.63.129.16', '4000::1', '8000::1'],
])('%s is an internal address', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1', '126.255.255.255', '128.0.0.1'])(
  '%s is public',
  address => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
test.each([
  '172.15.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '198.17.0.1',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '::ffff:1.1.1.1',
])('%s is public too', address => {
  expect(isPublicAddress(address)).toBe(true)
})

test('text that is not an address is not public', () => {
  expect(['', 'localhost', '127.1', 'example.com'].map(isPublicAddress)).toEqual([false, false, false, false])
})

test.each([
  ...['https://127.0.0.1/x', 'https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/', 'https://127.1/'],
  ...[
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https:127.0.0.1',
    'https://127.0.0.1./',
  ],
  ...[
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.0.0.1:8443/a?b#c',
    'https://localhost./',
    'https://LOCALHOST:1/',
  ],
])('%s names an internal address', url => {
  expect(refusedAddress(url, 'public')).toBe('must not name a private, local or reserved address')
})

const judged = (policy: AddressPolicy, addresses: readonly string[]) => addresses.filter(addressPolicy(policy))
const worldwide = ['1.1.1.1', '2606:4700::1111']
const ownMachine = ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']
const innerNetworks = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  'fd12::1',
  '::ffff:10.0.0.1',
]
const nobodys = [
  ...['0.0.0.0', '169.254.169.254', '224.0.0.1', '255.255.255.255', '::', 'fe80::1', 'ff02::1', 'localhost', ''],
  ...['::ffff:169.254.169.254', '::169.254.169.254', '64:ff9b::169.254.169.254', '64:ff9b::a9fe:a9fe'],
  ...[
    '::ffff:0:169.254.169.254',
    '2002:a9fe:a9fe::',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    '::ffff:0.0.0.0',
  ],
]

test.each<[AddressPolicy, readonly string[]]>([
  ['public', worldwide],
  ['loopback', [...worldwide, ...ownMachine]],
  ['private', [...worldwide, ...ownMachine, ...innerNetworks]],
])('the policy %s allows only its addresses', (policy, allowed) => {
  expect(judged(policy, [...worldwide, ...ownMachine, ...innerNetworks, ...nobodys])).toEqual(allowed)
})

test.each([
  ...['https://example.com/', 'http://example.com:8080/x?y', 'https://1.1.1.1/', 'https://[2606:4700::1111]/'],
  ...[
    'HTTPS://EXAMPLE.COM',
    'https://127.0.0.1.nip.io/',
    'https://localhost.example.com/',
    'https://127.0.0.1.example.com/',
  ],
])('%s is allowed', url => {
  expect(refusedAddress(url, 'public')).toBeUndefined()
})

test.each([
  ['nowhere', 'must be an absolute http or https URL'],
  ['ftp://example.com/', 'must be an absolute http or https URL'],
  ['file:///etc/passwd', 'must be an absolute http or https URL'],
  ['javascript:alert(1)', 'must be an absolute http or https URL'],
  ['https://user@example.com/', 'must not contain a user name or a password'],
  ['https://:secret@example.com/', 'must not contain a user name or a password'],
  ['http://127.0.0.1/', 'must not name a private, local or reserved address'],
  ['http://2130706433/', 'must not name a private, local or reserved address'],
  ['http://0x7f.1/', 'must not name a private, local or reserved address'],
  ['http://[::ffff:10.0.0.1]/', 'must not name a private, local or reserved address'],
  ['http://[::127.0.0.1]/', 'must not name a private, local or reserved address'],
  ['http://[64:ff9b::7f00:1]/', 'must not name a private, local or reserved address'],
  ['http://loc%61lhost/', 'must not name a private, local or reserved address'],
  ['http://a.localhost./', 'must not name a private, local or reserved address'],
])('%s is refused: it %s', (url, why) => {
  expect(refusedAddress(url, 'public')).toBe(why)
})

test('a wider policy allows more URLs', () => {
  const urls = [
    'http://localhost:4000/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/',
  ]
  const may = (policy: AddressPolicy) => urls.filter(url => refusedAddress(url, policy) === undefined)

  expect(may('public')).toEqual([])
  expect(may('loopback')).toEqual(urls.slice(0, 3))
  expect(may('private')).toEqual(urls.slice(0, 4))
})
