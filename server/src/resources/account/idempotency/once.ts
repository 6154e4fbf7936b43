/**
 * A request with an Idempotency-Key takes effect once: the key and the answer are written in the transaction of the
 * effect. The same request again gets the stored answer; a different request with the same key is refused; a refused
 * request does not keep its key.
 */
import type { Caller } from '#core/caller.ts'
import { type Idempotency, Replayed } from '#core/idempotency.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Pass } from '#postgres/group-commit.ts'
import { type Claim, claimKeys, findKeys, type KeyName, releaseKeys, storeAnswers } from './store.ts'

export type Asked = { caller: Caller; idempotency?: Idempotency | undefined }

type Verdict<Reply> = Reply | Replayed<Reply> | Refusal

/** For a batch: `work` gets only the items that must take effect now. Verdicts are in the order of the items. */
export async function onceEach<Item extends Asked, Reply extends object>(
  tx: Tx,
  items: readonly Item[],
  pass: Pass,
  work: (items: readonly Item[]) => Promise<readonly (Reply | Refusal)[]>,
): Promise<readonly Verdict<Reply>[]> {
  if (items.every(item => !item.idempotency)) return work(items)

  const leaders = firstOfEachKey(items)
  const stored = await takeKeys(tx, [...leaders.values()], pass)
  const fresh = items.filter(item => {
    const claim = claimOf(item)
    return !claim || (leaders.get(nameOf(claim))?.item === item && !stored.has(nameOf(claim)))
  })
  const verdicts = new Map(zip(fresh, fresh.length > 0 ? await work(fresh) : []))
  await settleKeys(tx, verdicts)

  return items.map(item => {
    const own = verdicts.get(item)
    if (own !== undefined) return own
    const claim = claimOf(item) as Claim
    const leader = leaders.get(nameOf(claim))
    const first =
      stored.get(nameOf(claim)) ?? (leader && { ...leader.claim, answer: verdicts.get(leader.item as Item) })
    return replay<Reply>(claim, first)
  })
}

/** For one request: returns its answer, or throws its refusal, which rolls the transaction back. */
export async function once<Reply extends object>(
  tx: Tx,
  asked: Asked,
  work: () => Promise<Reply>,
): Promise<Reply | Replayed<Reply>> {
  const [verdict] = await onceEach(tx, [asked], 'together', async () => [await work()])
  if (verdict instanceof Refusal) throw verdict
  return verdict as Reply | Replayed<Reply>
}

/** Replays an accepted request even if the same request would be refused now. */
export async function orReplay<Reply>(
  db: Db,
  { caller, idempotency }: Asked,
  work: () => Promise<Reply | Replayed<Reply>>,
): Promise<Reply | Replayed<Reply>> {
  try {
    return await work()
  } catch (error) {
    const before = error instanceof Refusal && idempotency && (await findReplay<Reply>(db, caller, idempotency))
    if (before) return before
    throw error
  }
}

async function findReplay<Reply>(
  db: Db,
  { environmentId }: Caller,
  idempotency: Idempotency,
): Promise<Replayed<Reply> | undefined> {
  const [stored] = await findKeys(db, [{ environmentId, ...idempotency }])
  if (!stored?.answer || !stored.requestHash.equals(idempotency.requestHash)) return undefined
  // `as`: the answer was stored by the same operation.
  return new Replayed(stored.answer as Reply)
}

type Leader = { item: Asked; claim: Claim }

const claimOf = ({ caller, idempotency }: Asked): Claim | undefined =>
  idempotency && { environmentId: caller.environmentId, ...idempotency }

const nameOf = ({ environmentId, operation, key }: KeyName): string => `${environmentId} ${operation} ${key}`

function firstOfEachKey(items: readonly Asked[]): Map<string, Leader> {
  const leaders = new Map<string, Leader>()
  for (const item of items) {
    const claim = claimOf(item)
    if (claim && !leaders.has(nameOf(claim))) leaders.set(nameOf(claim), { item, claim })
  }
  return leaders
}

/** Claims new keys and returns the stored ones. Sorted, so that two processes do not deadlock. */
async function takeKeys(tx: Tx, leaders: readonly Leader[], pass: Pass) {
  const claims = leaders.map(leader => leader.claim).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const taken = new Set((await claimKeys(tx, claims, pass)).map(nameOf))
  const known = claims.filter(claim => !taken.has(nameOf(claim)))
  const found = known.length > 0 ? await findKeys(tx, known) : []
  return new Map(found.map(key => [nameOf(key), key]))
}

async function settleKeys<Reply extends object>(tx: Tx, verdicts: Map<Asked, Reply | Refusal>): Promise<void> {
  const answered: (KeyName & { answer: object })[] = []
  const refused: KeyName[] = []
  for (const [item, verdict] of verdicts) {
    const claim = claimOf(item)
    if (claim && verdict instanceof Refusal) refused.push(claim)
    else if (claim) answered.push({ ...claim, answer: verdict })
  }
  if (answered.length > 0) await storeAnswers(tx, answered)
  if (refused.length > 0) await releaseKeys(tx, refused)
}

function replay<Reply>(claim: Claim, first: { requestHash: Buffer; answer: unknown } | undefined): Verdict<Reply> {
  const isSame = first?.requestHash.equals(claim.requestHash)
  // A refused request frees its key, so another one beside it need only come again.
  const isFreed = !isSame && first?.answer instanceof Refusal
  if (!first?.answer || isFreed) return new Refusal('concurrent_idempotent_requests')
  if (!isSame) return new Refusal('invalid_idempotent_request')
  // `as`: the answer was stored by the same operation.
  return first.answer instanceof Refusal ? first.answer : new Replayed(first.answer as Reply)
}

const zip = <A, B>(a: readonly A[], b: readonly B[]): [A, B][] => a.map((item, index) => [item, b[index] as B])
