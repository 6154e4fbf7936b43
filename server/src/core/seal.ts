/**
 * Encrypts secrets in the database with AES-256-GCM. Each value is bound to its place, so a value copied to another row does
 * not open there.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The kind and owner of a secret. The same values are needed to open it. */
type Place = readonly string[]

/** The secret was sealed for another place, or with another key. */
export class DoesNotOpen extends Error {
  override name = 'DoesNotOpen'
}

export type Sealer = {
  seal(place: Place, secret: Buffer): Buffer
  /** Throws DoesNotOpen. */
  unseal(place: Place, sealed: Buffer): Buffer
}

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** The first key seals. The others only open older secrets. */
export function sealer(key: Buffer, ...older: Buffer[]): Sealer {
  return {
    seal(place, secret) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(bytesOf(place))
      const hidden = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
    },
    unseal(place, sealed) {
      for (const one of [key, ...older]) {
        const secret = open(one, place, sealed)
        if (secret) return secret
      }
      throw new DoesNotOpen('A secret in the database does not open. Was POSTHORN_ENCRYPTION_KEY changed?')
    },
  }
}

const bytesOf = (place: Place): Buffer => Buffer.from(JSON.stringify(place))

function open(key: Buffer, place: Place, sealed: Buffer): Buffer | undefined {
  const opening = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(bytesOf(place))
    .setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
  const secret = opening.update(sealed.subarray(nonceLength + tagLength))
  try {
    return Buffer.concat([secret, opening.final()])
  } catch {
    return undefined
  }
}

/** Seals with the key from the settings, or with one derived from the secret of the installation. */
export function openSealer(encryptionKey: Buffer | null, instanceSecret: Buffer): Sealer {
  const made = Buffer.from(hkdfSync('sha256', instanceSecret, '', 'posthorn sealed secrets', 32))
  // Secrets sealed before the setting existed still open.
  return encryptionKey ? sealer(encryptionKey, made) : sealer(made)
}
