/** Writes sign-ins and failed attempts to the audit logs of the person's organizations. */
import type { Change } from '#core/change.ts'
import { Refusal } from '#core/refusal.ts'
import type { Visitor } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { recordChange } from '#resources/account/audit-log/audited.ts'

type Trying = {
  visitor: Visitor
  change: Change
  /** The request. */
  step: 'password' | 'code' | 'provider' | 'link'
  /** The account of the attempt, if there is one and the request names it. */
  findPersonId?(): Promise<string | undefined>
}

type Parts = { database: Database; onLost?: (error: unknown) => void }

/** better-auth writes sessions itself, so the entry follows in a separate transaction, before the answer. */
export async function noteSignIn<T>(
  { database, onLost = () => {} }: Parts,
  { visitor, change, step, findPersonId = async () => undefined }: Trying,
  work: (visitor: Visitor) => Promise<T>,
): Promise<T> {
  const write = (action: Change['action'], id: string, changes: { field: string; to: string }[]) =>
    database.transaction(tx =>
      recordChange(tx, { ...change, action }, { objectId: id, actor: { type: 'person', id }, changes }),
    )
  let signedIn: string | undefined
  const watched = {
    ...visitor,
    signedIn(personId: string) {
      signedIn = personId
      visitor.signedIn?.(personId)
    },
  }
  try {
    const result = await work(watched)
    if (signedIn !== undefined) await write(change.action, signedIn, [])
    return result
  } catch (error) {
    // Does not wait: the time of the answer must not reveal whether the account exists.
    if (error instanceof Refusal && error.code === 'unauthorized')
      findPersonId()
        .then(id => (id === undefined ? undefined : write('person.sign_in_failed', id, [{ field: 'step', to: step }])))
        .catch(onLost)
    throw error
  }
}
