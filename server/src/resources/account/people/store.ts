import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import { passwordProvider } from './identity-store.ts'

export type Tries = { subject: Buffer; tries: number; secondsLeft: number }

/** Counts and reads in one statement, so that concurrent attempts in all processes are counted. */
export async function countTries(db: Db, subjects: readonly Buffer[], windowSeconds: number): Promise<Tries[]> {
  const isOver = sql`t.window_start <= now() - make_interval(secs => ${windowSeconds})`
  const { rows } = await sql<Tries>`
    insert into sign_in_tries as t (subject, window_start, tries)
    select subject, now(), 1 from unnest(${subjects}::bytea[]) as given (subject) order by subject
    on conflict (subject) do update set
      window_start = case when ${isOver} then now() else t.window_start end,
      tries = case when ${isOver} then 1 else t.tries + 1 end
    returning subject, tries, extract(epoch from window_start - now())::float8 + ${windowSeconds} as "secondsLeft"`.execute(
    db,
  )
  return rows
}

export type Pace = {
  /** The number of attempts without a wait. */
  free: number
  /** Further attempts wait one second, two, four, and so on up to this. */
  maxWaitSeconds: number
}

/** After this time without an attempt the count is reset. */
const quiet = sql`interval '1 hour'`

/** Counts an attempt and returns 0, or does not count it and returns the seconds to wait. */
export async function countSlowedTry(db: Db, subject: Buffer, { free, maxWaitSeconds }: Pace): Promise<number> {
  const wait = sql`make_interval(secs => least(${maxWaitSeconds}::float8, power(2, least(t.tries - ${free}::int, 20))))`
  const isOver = sql`t.window_start <= now() - ${quiet}`
  // Concurrent attempts wait here for each other, so that each sees the count of the previous one.
  const { rows } = await sql`
    insert into sign_in_tries as t (subject, window_start, tries) values (${subject}, now(), 1)
    on conflict (subject) do update set
      window_start = greatest(t.window_start, now()),
      tries = case when ${isOver} then 1 else t.tries + 1 end
    where ${isOver} or t.tries < ${free} or t.window_start + ${wait} <= now()
    returning tries`.execute(db)
  if (rows.length > 0) return 0
  const { rows: left } = await sql<{ seconds: number }>`
    select extract(epoch from t.window_start + ${wait} - now())::float8 as seconds
    from sign_in_tries as t where t.subject = ${subject}`.execute(db)
  return Math.max(left[0]?.seconds ?? 0, 0.001)
}

/** Housekeeping for all subjects. */
export async function deleteOldTries(db: Db): Promise<void> {
  await sql`delete from sign_in_tries where window_start < now() - ${quiet}`.execute(db)
}

export async function takeBackTries(db: Db, subjects: readonly Buffer[]): Promise<void> {
  await sql`update sign_in_tries set tries = greatest(tries - 1, 0) where subject = any(${subjects}::bytea[])`.execute(
    db,
  )
}

/** Deletes the counts of a subject and of all subjects that begin with it. */
export async function deleteTriesWithin(db: Db, subject: Buffer): Promise<void> {
  const last = Buffer.concat([subject, Buffer.alloc(subject.length, 0xff)])
  await sql`delete from sign_in_tries where subject between ${subject} and ${last}`.execute(db)
}

export async function deleteTries(db: Db, subject: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_tries').where('subject', '=', subject).execute()
}

export type NewPerson = {
  id: string
  name: string
  email: string
  passwordHash: string
  isProven: boolean
  at: Date
}

/** False when the address already has an account. */
export async function insertPerson(
  tx: Tx,
  { id, name, email, passwordHash, isProven, at }: NewPerson,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('people')
    .values({ id, name, email, email_verified: isProven, created_at: at, updated_at: at })
    .onConflict(conflict => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await insertPassword(tx, { personId: id, passwordHash, at })
  return true
}

async function insertPassword(
  tx: Tx,
  { personId, passwordHash, at }: { personId: string; passwordHash: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('credentials')
    .values({
      id: personId,
      person_id: personId,
      provider_id: passwordProvider,
      account_id: personId,
      password: passwordHash,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

/** A link is valid once for its token. Its value is the person, as for a pending sign-in, so both are deleted together. */
export async function insertSignInLink(
  tx: Tx,
  { id, identifier, personId, expiresAt, at }: SignInLink & { id: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('verifications')
    .values({ id, identifier, value: personId, expires_at: expiresAt, created_at: at, updated_at: at })
    .execute()
}

type SignInLink = { identifier: string; personId: string; expiresAt: Date }

/** Undefined for all but the first call. */
export const takeSignInLink = (db: Db, identifier: string, now: Date): Promise<{ personId: string } | undefined> =>
  db
    .deleteFrom('verifications')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', now)
    .returning('value as personId')
    .executeTakeFirst()

export type Password = { personId: string; hash: string | null }

const passwordOf = (db: Db, email: string) =>
  db
    .selectFrom('credentials')
    .innerJoin('people', 'people.id', 'credentials.person_id')
    .select(['people.id as personId', 'credentials.password as hash'])
    .where('people.email', '=', email.toLowerCase())
    .where('credentials.provider_id', '=', passwordProvider)

export const findPassword = (db: Db, email: string): Promise<Password | undefined> =>
  passwordOf(db, email).executeTakeFirst()

/** Waits for a change that is not committed yet. */
export const findCommittedPassword = (db: Db, email: string): Promise<Password | undefined> =>
  passwordOf(db, email).forShare('credentials').executeTakeFirst()

export const findPersonByEmail = (db: Db, email: string) =>
  db.selectFrom('people').select(['id', 'name', 'email']).where('email', '=', email).executeTakeFirst()

export async function setVerified(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('people').set({ email_verified: true }).where('id', '=', id).execute()
}

export async function updateName(tx: Tx, id: string, name: string, at: Date): Promise<void> {
  await tx.updateTable('people').set({ name, updated_at: at }).where('id', '=', id).execute()
}

export async function deleteSession(db: Db, personId: string, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('person_id', '=', personId).where('token', '=', token).execute()
}

export async function endSessionAt(db: Db, personId: string, token: string, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ends_at: at })
    .where('person_id', '=', personId)
    .where('token', '=', token)
    .execute()
}

/** Ends every session and every pending sign-in. */
export async function endSignInsOf(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('person_id', '=', personId).execute()
  await deleteHalfSignIns(tx, personId)
}

export const findHalfSignIn = (db: Db, identifier: string): Promise<{ personId: string } | undefined> =>
  db.selectFrom('verifications').select('value as personId').where('identifier', '=', identifier).executeTakeFirst()

/** Sign-ins with a correct password that wait for their code. */
export async function deleteHalfSignIns(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', personId).execute()
}

/** Makes this password the only way to sign in: deletes the identity at a provider. */
export async function replacePassword(tx: Tx, personId: string, passwordHash: string, at: Date): Promise<void> {
  await tx.deleteFrom('credentials').where('person_id', '=', personId).execute()
  await insertPassword(tx, { personId, passwordHash, at })
  await tx.deleteFrom('two_factors').where('person_id', '=', personId).execute()
  await tx.updateTable('people').set({ two_factor_enabled: false, updated_at: at }).where('id', '=', personId).execute()
}

/** Housekeeping for all people. */
export async function deleteExpired(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now() or ends_at < now()`.execute(db)
  await sql`delete from verifications where expires_at < now()`.execute(db)
}
