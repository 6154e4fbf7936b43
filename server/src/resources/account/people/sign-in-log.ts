/** The organizations of a person read in their audit logs when they sign in, and when somebody tries to in their name. */
import type { Change } from '#core/change.ts'
import { Refusal } from '#core/refusal.ts'
import type { Visitor } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { recordChange } from '#resources/account/audit-log/audited.ts'

type Trying = {
  visitor: Visitor
  change: Change
  /** What was asked for. */
  step: 'password' | 'code' | 'provider' | 'link'
  /** Whose account it is, if it is anybody's and can be told from what was asked. */
  findPersonId?(): Promise<string | undefined>
}

type Parts = { database: Database; onLost?: (error: unknown) => void }

/** better-auth writes sessions by itself: the entry follows in a transaction of its own, before the answer. */
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
    // Nobody waits for this: how long the answer takes must not tell whether there is such an account.
    if (error instanceof Refusal && error.code === 'unauthorized')
      findPersonId()
        .then(id => (id === undefined ? undefined : write('person.sign_in_failed', id, [{ field: 'step', to: step }])))
        .catch(onLost)
    throw error
  }
}
