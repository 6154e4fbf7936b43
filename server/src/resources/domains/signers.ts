/**
 * Who signs for a sender: the nearest verified domain of the organization, the sender's own or one above it. DKIM and SPF
 * align with subdomains (RFC 7489, 3.1), so that example.com speaks for news.example.com, too.
 */
import { createPrivateKey } from 'node:crypto'
import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import type { DkimKey } from '#transports/transport.ts'
import { selectorsOf } from './keys.ts'
import { returnPathDomain, withParents } from './name.ts'
import { findSigners, type Signer } from './store.ts'

type Signing = {
  /** RSA first, then Ed25519; none when nobody may sign. */
  keys: readonly DkimKey[]
  /** Null when DNS does not lead returned mail to us. */
  returnPathDomain: string | null
  /** Null when links lead to the instance itself. */
  trackingHost: string | null
}

export type DomainReader = {
  isVerified(organizationId: string, domain: string): Promise<boolean>
  signingFor(organizationId: string, domain: string): Promise<Signing>
}

/** How long a process may go on with what it knows of a domain. */
export const domainCacheMs = 5_000

const maxKnown = 10_000
const unsigned: Signing = { keys: [], returnPathDomain: null, trackingHost: null }

type Known = { signing: Promise<Signing | undefined>; until: number }

/** Unknown domains are remembered, too. Different ones that are asked for at the same moment share one query. */
export function domainReader(db: Db, nowMs: () => number): DomainReader {
  const known = new Map<string, Known>()
  const keysOf = keyRing()
  const find = gather<{ organizationId: string; names: readonly string[] }, { signer: Signer | undefined }>(
    async wanted => (await findSigners(db, wanted)).map(signer => ({ signer })),
  )

  async function lookUp(organizationId: string, domain: string): Promise<Signing | undefined> {
    const { signer } = await find({ organizationId, names: withParents(domain) })
    if (!signer) return undefined
    const { name, returnPathVerified, trackingHost } = signer
    return { keys: keysOf(signer), returnPathDomain: returnPathVerified ? returnPathDomain(name) : null, trackingHost }
  }

  function signingOf(organizationId: string, sender: string): Promise<Signing | undefined> {
    const domain = sender.toLowerCase()
    const key = `${organizationId} ${domain}`
    const found = known.get(key)
    if (found && found.until > nowMs()) return found.signing
    if (known.size >= maxKnown) known.clear()
    // Counted from the question: a slow answer tells how things were before it was on its way.
    const entry: Known = { signing: lookUp(organizationId, domain), until: nowMs() + domainCacheMs }
    known.set(key, entry)
    entry.signing.catch(() => {
      if (known.get(key) === entry) known.delete(key)
    })
    return entry.signing
  }

  return {
    isVerified: async (organizationId, domain) => (await signingOf(organizationId, domain)) !== undefined,
    signingFor: async (organizationId, domain) => (await signingOf(organizationId, domain)) ?? unsigned,
  }
}

/** The keys of a domain never change, so each is parsed once: the first signature with a fresh object takes a third longer. */
function keyRing(): (signer: Signer) => readonly DkimKey[] {
  const parsed = new Map<string, readonly DkimKey[]>()
  return signer => {
    const before = parsed.get(signer.id)
    if (before) return before
    if (parsed.size >= maxKnown) parsed.clear()
    const keys = parseKeys(signer)
    parsed.set(signer.id, keys)
    return keys
  }
}

function parseKeys({ name, selector, rsaPrivateKey, ed25519PrivateKey }: Signer): readonly DkimKey[] {
  const { rsa, ed25519 } = selectorsOf(selector)
  return [
    { domain: name, selector: rsa, privateKey: createPrivateKey(rsaPrivateKey) },
    { domain: name, selector: ed25519, privateKey: createPrivateKey(ed25519PrivateKey) },
  ]
}
