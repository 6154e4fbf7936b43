/** The DKIM keys of a domain: RSA because every receiver reads it, Ed25519 (RFC 8463) because it is shorter and stronger. */
import { createPublicKey, generateKeyPair, randomInt } from 'node:crypto'
import { promisify } from 'node:util'

/** As PEM (PKCS #8). */
export type PrivateKeys = { rsaPrivateKey: string; ed25519PrivateKey: string }
/** As base64, as DNS shows them. */
export type PublicKeys = { rsa: string; ed25519: string }

/** Keys that are not used until DNS shows them. */
export type NextKeys = { selector: string; publicKeys: PublicKeys }

const generate = promisify(generateKeyPair)
const pem = { type: 'pkcs8', format: 'pem' } as const

export async function newPrivateKeys(): Promise<PrivateKeys> {
  // RFC 8301 asks for 2,048 bits; some providers' forms reject the record of a longer key.
  const [rsa, ed25519] = await Promise.all([generate('rsa', { modulusLength: 2048 }), generate('ed25519')])
  return {
    rsaPrivateKey: rsa.privateKey.export(pem).toString(),
    ed25519PrivateKey: ed25519.privateKey.export(pem).toString(),
  }
}

export function publicKeysOf({ rsaPrivateKey, ed25519PrivateKey }: PrivateKeys): PublicKeys {
  const spki = (key: string) => createPublicKey(key).export({ type: 'spki', format: 'der' })
  return {
    rsa: spki(rsaPrivateKey).toString('base64'),
    // The bare 32 bytes, without the envelope of RSA keys (RFC 8463, 4.2).
    ed25519: spki(ed25519PrivateKey).subarray(-32).toString('base64'),
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** Random, so that two installations can sign for one domain without using the same name in DNS. */
export const newSelector = (): string =>
  `ph${Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('')}`

/** A name in DNS holds one key, so each key has its own selector. */
export const selectorsOf = (base: string): { rsa: string; ed25519: string } => ({
  rsa: `${base}r`,
  ed25519: `${base}e`,
})
