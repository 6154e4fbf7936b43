/** Writes consent changes to the ledger in the same transaction as the change itself. */
import { randomBytes } from 'node:crypto'
import type { AddressOfEnvironment, HashAddress } from '#core/addresses/erased-address.ts'
import { newId, timeOf } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import { type ConsentChange, type Entry, hashOf, hashOfIp } from './entry.ts'
import { findHeads, type Head, insertEntries, type Subject } from './store.ts'

type Link = ConsentChange & Subject
/** Entries to append to one chain. */
type Chain = readonly [Link, ...Link[]]

/** How often concurrent transactions may take our position. Each of them has committed an entry in the meantime. */
const maxTries = 20

/** The last entries of some addresses' chains. */
export type ChainEnds = { hashAddress: HashAddress; heads: ReadonlyMap<string, Head> }

export async function findChainEnds(
  tx: Tx,
  hashAddress: HashAddress,
  addresses: readonly AddressOfEnvironment[],
): Promise<ChainEnds> {
  const subjects = addresses.map(one => ({ environmentId: one.environmentId, subject: hashAddress(one) }))
  return { hashAddress, heads: await headsOf(tx, subjects) }
}

/**
 * Keeps the order of changes for each address. A caller that knows the addresses early can look up the chain ends beforehand, together with other
 * statements. They may be stale: a chain that has grown since is looked up again.
 */
export async function recordConsent(tx: Tx, changes: readonly ConsentChange[], known?: ChainEnds): Promise<void> {
  if (changes.length === 0) return
  const { hashAddress, heads } = known ?? (await findChainEnds(tx, await readAddressHasher(tx), changes))
  let open = chainsOf(changes.map(change => ({ ...change, subject: hashAddress(change) })))
  for (let nth = 1; open.length > 0; nth++) {
    if (nth > maxTries) throw new Error('a consent entry could not be appended to its chain')
    open = await append(tx, open, nth === 1 ? heads : await headsOf(tx, open.map(firstOf)))
  }
}

const headsOf = async (tx: Tx, subjects: readonly Subject[]): Promise<Map<string, Head>> =>
  new Map((await findHeads(tx, subjects)).map(head => [nameOf(head), head]))

const firstOf = ([link]: Chain): Link => link

const nameOf = ({ environmentId, subject }: Subject): string => `${environmentId} ${subject}`

/** Sorted, so that two batches with the same addresses do not deadlock. */
const chainsOf = (links: readonly Link[]): Chain[] =>
  [...Map.groupBy(links, nameOf)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    // `as`: a group has at least one link.
    .map(([, chain]) => chain as [Link, ...Link[]])

/**
 * Returns the chains whose next position another transaction has taken. The table's key serializes appends to a chain: the transaction that inserts
 * the first new entry holds the end of the chain until it commits.
 */
async function append(tx: Tx, chains: readonly Chain[], heads: ReadonlyMap<string, Head>): Promise<Chain[]> {
  const begun = chains.map(chain => ({ chain, first: toEntry(chain[0], heads.get(nameOf(chain[0]))) }))
  const inserting = insertEntries(
    tx,
    begun.map(({ first }) => first),
  )
  // The other entries are hashed while PostgreSQL works.
  const whole = begun.map(({ chain, first }) => ({ chain, first, others: following(chain.slice(1), first) }))
  const inserted = await inserting
  const others = whole.flatMap(({ first, others }) => (inserted.has(first.id) ? others : []))
  if (others.length > 0) await insertEntries(tx, others)
  return whole.flatMap(({ first, chain }) => (inserted.has(first.id) ? [] : [chain]))
}

function following(links: readonly Link[], first: Entry): Entry[] {
  let head = first
  return links.map(link => {
    head = toEntry(link, head)
    return head
  })
}

/** Larger than the previous id even if clocks disagree: lists are sorted by id. */
function idAfter(head: Pick<Entry, 'id'> | undefined, at: Date): string {
  const id = newId(at)
  return head === undefined || id > head.id ? id : newId(new Date(timeOf(head.id).getTime() + 1))
}

function toEntry(link: Link, head: Pick<Entry, 'nth' | 'id' | 'hash'> | undefined): Entry {
  const { environmentId, subject, channel, scope, topicId, action, by, at } = link
  const { method, sourceId, wording = null } = by
  const ip = by.ip || null
  const ipSalt = ip === null ? null : randomBytes(16).toString('hex')
  const entry = {
    ...{ environmentId, subject, nth: (head?.nth ?? 0) + 1, id: idAfter(head, at), channel, scope, topicId, action },
    ...{ method, sourceId, wording, createdAt: at, previousHash: head?.hash ?? null },
    ipHash: ip === null || ipSalt === null ? null : hashOfIp(ipSalt, ip),
  }
  return { ...entry, ip, ipSalt, hash: hashOf(entry) }
}
