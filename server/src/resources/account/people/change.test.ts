import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Visitor } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { type Auth, openAuth } from './auth.ts'
import { changePassword, hashNewPassword } from './change.ts'
import { createPerson } from './create.ts'
import { openSession } from './open-session.ts'
import { resetPerson } from './reset.ts'
import { findPerson, signIn } from './sign-in.ts'

let database: Database
let auth: Auth
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  auth = openAuth({
    ...{ db: database.db, secret: Buffer.from('a secret'), encryptionKey: null, clock: () => new Date() },
    ...{ publicUrl: 'http://localhost:3000', log: pino({ level: 'silent' }) },
  })
})
afterAll(() => database[Symbol.asyncDispose]())

let places = 0

/** A browser that keeps its cookies; each is in a different network. */
function browser(): Visitor {
  const cookies = new Map<string, string>()
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    address: `198.51.100.${places++}`,
    userAgent: 'test',
    setCookies(given) {
      for (const [, name = '', value = ''] of given.map(one => /^([^=]+)=([^;]*)/.exec(one) ?? []))
        cookies.set(name, value)
    },
  }
}

const [first, second] = ['plum harbour lantern', 'velvet anchor meadow']

async function personWith(password: string) {
  const email = `person-${places++}@example.com`
  const passwordHash = await hashNewPassword(auth, password, { email })
  const id = await database.transaction(tx => createPerson(tx, new Date(), { name: 'P', email, passwordHash }))
  return { id, name: 'P', email, hasTotp: false }
}

const change = (person: Awaited<ReturnType<typeof personWith>>, at: Visitor, currentPassword: string) =>
  changePassword(database.db, auth, person, at, { currentPassword, newPassword: second })

test('a session that the provider started still ends after its twelve hours when the password is changed in it', async () => {
  const person = await personWith(first)
  const home = browser()
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  await openSession(database.db, auth, home, { personId: person.id, endsAt: hours(12) })

  await change(person, home, first)

  expect(await findPerson(auth, home, hours(11))).toMatchObject({ id: person.id })
  expect(await findPerson(auth, home, hours(13))).toBeUndefined()
})

test('a wrong current password is reported at its own field', async () => {
  const person = await personWith(first)
  const home = browser()
  await signIn(database.db, auth, home, { email: person.email, password: first })

  await expect(change(person, home, 'not the right one')).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ path: 'current_password', message: 'is not your password' }],
  })
})

test('the current password is refused as the new one', async () => {
  const person = await personWith(second)
  const home = browser()
  await signIn(database.db, auth, home, { email: person.email, password: second })

  await expect(change(person, home, second)).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ path: 'new_password', message: 'must differ from the current password' }],
  })
})

test.each([
  [false, 'opens no session'],
  [true, 'does not wait for a code'],
])('a sign-in with the old password that is under way during a reset, with an app: %s, %s', async hasApp => {
  const person = await personWith(first)
  await database.db.updateTable('people').set({ two_factor_enabled: hasApp }).where('id', '=', person.id).execute()
  const thief = browser()
  const passwordHash = await hashNewPassword(auth, second, person)

  const verdict = await database.transaction(async tx => {
    await resetPerson(tx, new Date(), { email: person.email, passwordHash })
    const signingIn = signIn(database.db, auth, thief, { email: person.email, password: first }).catch(error => error)
    // The old password was right when it was compared, and the reset is committed after that.
    await expect.poll(() => openedBy(person.id, hasApp)).toBe(1)
    return { signingIn }
  })

  expect(await verdict.signingIn).toMatchObject({ code: 'unauthorized' })
  expect(await openedBy(person.id, hasApp)).toBe(0)
  expect(thief.cookie).toBe('')
})

/** The sessions of the person, or with an app the sign-ins that wait for a code. */
async function openedBy(personId: string, hasApp: boolean): Promise<number> {
  const { db } = database
  const rows = hasApp
    ? await db.selectFrom('verifications').select('id').where('value', '=', personId).execute()
    : await db.selectFrom('sessions').select('id').where('person_id', '=', personId).execute()
  return rows.length
}
