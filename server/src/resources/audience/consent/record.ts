/** Writes changes of consent into the ledger, in the transaction that makes them: neither is there without the other. */
import { randomBytes } from 'node:crypto'
import type { AddressOfEnvironment, HashAddress } from '#core/addresses/erased-address.ts'
import { newId, timeOf } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import { type ConsentChange, type Entry, hashOf, hashOfIp } from './entry.ts'
import { findHeads, type Head, insertEntries, type Subject } from './store.ts'

type Link = ConsentChange & Subject
/** What is to be appended to one chain. */
type Chain = readonly [Link, ...Link[]]

/** As often as others may take the same place before us. Each of them has committed an entry meanwhile. */
const tries = 20

/** Where the chains of some addresses end. */
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
 * In their order: what is said of one address comes into its chain as it is given here. Whoever has known the addresses for longer than the changes
 * has asked for the ends already, beside other statements. They may be out of date: a chain that has grown meanwhile is looked up again.
 */
export async function recordConsent(tx: Tx, changes: readonly ConsentChange[], known?: ChainEnds): Promise<void> {
  if (changes.length === 0) return
  const { hashAddress, heads } = known ?? (await findChainEnds(tx, await readAddressHasher(tx), changes))
  let open = chainsOf(changes.map(change => ({ ...change, subject: hashAddress(change) })))
  for (let nth = 1; open.length > 0; nth++) {
    if (nth > tries) throw new Error('an entry of consent found no place in its chain')
    open = await append(tx, open, nth === 1 ? heads : await headsOf(tx, open.map(firstOf)))
  }
}

const headsOf = async (tx: Tx, subjects: readonly Subject[]): Promise<Map<string, Head>> =>
  new Map((await findHeads(tx, subjects)).map(head => [nameOf(head), head]))

const firstOf = ([link]: Chain): Link => link

const nameOf = ({ environmentId, subject }: Subject): string => `${environmentId} ${subject}`

/** In one order, so that two batches with the same addresses do not wait for each other. */
const chainsOf = (links: readonly Link[]): Chain[] =>
  [...Map.groupBy(links, nameOf)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    // `as`: a group has at least one.
    .map(([, chain]) => chain as [Link, ...Link[]])

/**
 * Returns those whose place was taken by somebody else. The key of the table puts two who append to one chain in an order: whoever has
 * inserted the first of its entries holds the end of the chain until the commit, and the others follow it.
 */
async function append(tx: Tx, chains: readonly Chain[], heads: ReadonlyMap<string, Head>): Promise<Chain[]> {
  const firsts = chains.map(chain => ({ chain, entry: toEntry(chain[0], heads.get(nameOf(chain[0]))) }))
  const inserted = await insertEntries(
    tx,
    firsts.map(({ entry }) => entry),
  )
  const held = firsts.filter(({ entry }) => inserted.has(entry.id))
  const others = held.flatMap(({ chain: [, ...links], entry }) => following(links, entry))
  if (others.length > 0) await insertEntries(tx, others)
  return firsts.flatMap(({ chain, entry }) => (inserted.has(entry.id) ? [] : [chain]))
}

function following(links: readonly Link[], first: Entry): Entry[] {
  let head = first
  return links.map(link => {
    head = toEntry(link, head)
    return head
  })
}

/** Larger than the one before it, whatever the clocks say: lists are in the order of ids. */
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
