/** A GeoIP database with one IPv4 network of eight bits in it, as https://maxmind.github.io/MaxMind-DB/ describes it. */
type Value = string | number | { [key: string]: Value }

/** 5 bits of size after 3 bits of type; sizes from 29 on have another octet. */
function encode(value: Value): Buffer {
  if (typeof value === 'number') return Buffer.from([(6 << 5) | 4, ...octets(value, 4)])
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    const size = text.length < 29 ? [(2 << 5) | text.length] : [(2 << 5) | 29, text.length - 29]
    return Buffer.concat([Buffer.from(size), text])
  }
  const entries = Object.entries(value).flat().map(encode)
  return Buffer.concat([Buffer.from([(7 << 5) | Object.keys(value).length]), ...entries])
}

const octets = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, nth) => (value >>> (8 * (count - 1 - nth))) & 255)

export function geoipFile(firstOctet: number, found: Value): Buffer {
  const nodes = 8
  const records = Array.from({ length: nodes }, (_, depth) => {
    const isRight = ((firstOctet >> (7 - depth)) & 1) === 1
    const next = depth === nodes - 1 ? nodes + 16 : depth + 1
    return isRight ? [...octets(nodes, 3), ...octets(next, 3)] : [...octets(next, 3), ...octets(nodes, 3)]
  })
  const metadata = {
    node_count: nodes,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-City',
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
  }
  return Buffer.concat([
    Buffer.from(records.flat()),
    Buffer.alloc(16),
    encode(found),
    Buffer.from('abcdef4d61784d696e642e636f6d', 'hex'),
    encode(metadata),
  ])
}
