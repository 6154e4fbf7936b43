/** Private keys of domains: sealed in the database, each bound to its domain, and opened by the signer. */
import type { Sealer } from '#core/seal.ts'
import type { PrivateKeys } from './keys.ts'

export type SealedKeys = { sealedRsaKey: Buffer; sealedEd25519Key: Buffer }
type Owner = { organizationId: string; id: string }

export type KeySafe = {
  seal(owner: Owner, keys: PrivateKeys): SealedKeys
  /** Throws when the keys were sealed with another encryption key. */
  open(owner: Owner, sealed: SealedKeys): PrivateKeys
}

export function keySafe({ seal, unseal }: Sealer): KeySafe {
  const placeOf = ({ organizationId, id }: Owner, kind: string) => ['dkim key', kind, organizationId, id]
  return {
    seal: (owner, { rsaPrivateKey, ed25519PrivateKey }) => ({
      sealedRsaKey: seal(placeOf(owner, 'rsa'), Buffer.from(rsaPrivateKey)),
      sealedEd25519Key: seal(placeOf(owner, 'ed25519'), Buffer.from(ed25519PrivateKey)),
    }),
    open: (owner, { sealedRsaKey, sealedEd25519Key }) => ({
      rsaPrivateKey: unseal(placeOf(owner, 'rsa'), sealedRsaKey).toString(),
      ed25519PrivateKey: unseal(placeOf(owner, 'ed25519'), sealedEd25519Key).toString(),
    }),
  }
}
