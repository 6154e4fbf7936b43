/**
 * Who signs for a sender: the nearest verified domain of the organization, the sender's own or one above it. DKIM and SPF align
 * with subdomains (RFC 7489, 3.1), so example.com may sign for news.example.com.
 */
import { createPrivateKey } from 'node:crypto'
import { NeedsOperator } from '#core/refusal.ts'
import { DoesNotOpen } from '#core/seal.ts'
import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import type { DkimKey } from '#transports/transport.ts'
import { cachedByDomain } from './domain-cache.ts'
import type { KeySafe, SealedKeys } from './key-safe.ts'
import { type PrivateKeys, selectorsOf } from './keys.ts'
import { returnPathDomain, withParents } from './name.ts'
import { findSigners, type Signer } from './store.ts'

type Signing = {
  /** RSA first, then Ed25519; empty when nobody may sign. */
  keys: readonly DkimKey[]
  /** Null when DNS does not route returned mail to us. */
  returnPathDomain: string | null
  /** Null when links lead to the instance itself. */
  trackingHost: string | null
}

export type DomainReader = {
  signingFor(organizationId: string, domain: string): Promise<Signing>
}

const maxKnown = 10_000
const unsigned: Signing = { keys: [], returnPathDomain: null, trackingHost: null }

/** Unknown domains are cached, too, for `domainCacheMs`. Different domains that are asked for at the same moment share one query. */
export function domainReader(db: Db, nowMs: () => number, safe: KeySafe): DomainReader {
  const keysOf = keyCache(safe)
  const find = gather<{ organizationId: string; names: readonly string[] }, { signer: Signer | undefined }>(
    async wanted => (await findSigners(db, wanted)).map(signer => ({ signer })),
  )

  async function lookUp(organizationId: string, domain: string): Promise<Signing | undefined> {
    const { signer } = await find({ organizationId, names: withParents(domain) })
    if (!signer) return undefined
    const { name, returnPathVerified, trackingHost } = signer
    return { keys: keysOf(signer), returnPathDomain: returnPathVerified ? returnPathDomain(name) : null, trackingHost }
  }

  const signingOf = cachedByDomain(nowMs, lookUp)
  return {
    signingFor: async (organizationId, domain) => (await signingOf(organizationId, domain)) ?? unsigned,
  }
}

/** The base address of our links in a sender's mail. */
export const linkBaseReader = (db: Db, publicUrl: string) => async (organizationId: string, domain: string) => {
  const [signer] = await findSigners(db, [{ organizationId, names: withParents(domain) }])
  return signer?.trackingHost ? `https://${signer.trackingHost}` : publicUrl
}

/**
 * The keys of a selector never change, so each is opened and parsed once: the first signature with a new key object takes a third
 * longer.
 */
function keyCache(safe: KeySafe): (signer: Signer) => readonly DkimKey[] {
  const parsed = new Map<string, readonly DkimKey[]>()
  return signer => {
    const place = `${signer.id} ${signer.selector}`
    const before = parsed.get(place)
    if (before) return before
    if (parsed.size >= maxKnown) parsed.clear()
    const keys = parseKeys(signer, 'sealedRsaKey' in signer.keys ? openKeys(safe, signer, signer.keys) : signer.keys)
    parsed.set(place, keys)
    return keys
  }
}

/** An email whose keys are locked is not at fault: it waits until the operator has set the right encryption key again. */
function openKeys(safe: KeySafe, signer: Signer, sealed: SealedKeys): PrivateKeys {
  try {
    return safe.open(signer, sealed)
  } catch (cause) {
    if (!(cause instanceof DoesNotOpen)) throw cause
    throw new NeedsOperator(
      `The key that signs for ${signer.name} does not open. Ask the operator of this service.`,
      cause,
    )
  }
}

function parseKeys({ name, selector }: Signer, { rsaPrivateKey, ed25519PrivateKey }: PrivateKeys): readonly DkimKey[] {
  const { rsa, ed25519 } = selectorsOf(selector)
  return [
    { domain: name, selector: rsa, privateKey: createPrivateKey(rsaPrivateKey) },
    { domain: name, selector: ed25519, privateKey: createPrivateKey(ed25519PrivateKey) },
  ]
}
