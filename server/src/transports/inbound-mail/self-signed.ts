/**
 * A self-signed certificate for STARTTLS: mail servers encrypt opportunistically and check no name (RFC 7435). Created once per
 * process. Implements only the needed parts of X.509 (RFC 5280).
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from(name.slice(0, 64))))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // The serial number: positive, and without a leading zero octet.
    der(0x02, Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ecdsaWithSha256,
    issuer,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = sequence(content, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  // No empty line after a last line of 64 characters: OpenSSL does not accept that.
  const base64 = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  }
}

/** A value of X.690: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const set = (part: Buffer): Buffer => der(0x31, part)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
