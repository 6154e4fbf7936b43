import type { AuditAction } from '@posthorn/contract/audit'
import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import type { Visitor } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait, waitingForLocks } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { type Auth, openAuth } from './auth.ts'
import { changePassword, hashNewPassword } from './change.ts'
import { peopleConsoleRoutes } from './console-routes.ts'
import { createPerson } from './create.ts'
import { resetPerson } from './reset.ts'
import { confirmSignIn, findPerson, signIn, signOutEverywhere } from './sign-in.ts'
import { askingForPassword, confirmTotp, renewBackupCodes, startTotp } from './totp.ts'

const password = 'plum harbour lantern'
let database: Database
let auth: Auth
let setUp: Awaited<ReturnType<typeof setUpPerson>>
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  auth = openAuth({
    db: database.db,
    secret: Buffer.from('a secret'),
    encryptionKey: null,
    clock: () => new Date(),
    publicUrl: 'http://localhost:3000',
    log: pino({ level: 'silent' }),
  })
  setUp = await setUpPerson()
  for (const table of tables) await sql`create table ${kept(table)} as table ${sql.table(table)}`.execute(database.db)
})
afterAll(() => database[Symbol.asyncDispose]())

let places = 0

/** A browser that keeps its cookies; each is in a different network. */
function browser(address = `198.51.100.${places++}`, cookies = new Map<string, string>()): Visitor {
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    address,
    userAgent: 'test',
    setCookies(given) {
      for (const [, name = '', value = '', rest = ''] of given.map(one => /^([^=]+)=([^;]*)(.*)/.exec(one) ?? []))
        if (/max-age=0/i.test(rest)) cookies.delete(name)
        else cookies.set(name, value)
    },
  }
}

const email = 'person@example.com'

/** A person with an authenticator app, and the cookies of a browser where they are signed in. */
async function setUpPerson() {
  const passwordHash = await hashNewPassword(auth, password, { email })
  await database.transaction(tx => createPerson(tx, new Date(), { name: 'P', email, passwordHash }))
  const cookies = new Map<string, string>()
  const home = browser(undefined, cookies)
  await signIn(database.db, auth, home, { email, password })
  const person = (await findPerson(auth, home, new Date())) ?? expect.fail('nobody is signed in')
  const { backupCodes } = await startTotp(auth, person, home, password)
  await confirmTotp(database.db, auth, person, home, await codeOf(person.id))
  return { person, cookies, backupCodes }
}

/** The tables of a person, in the order of their dependencies. */
const tables = ['people', 'credentials', 'sessions', 'two_factors', 'verifications']
const kept = (table: string) => sql.table(`kept_${table}`)

/** Restores that person to the initial state. Creating a new one would take three slow password hashes. */
async function personWithApp() {
  await database.transaction(async tx => {
    for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(tx)
    for (const table of tables) await sql`insert into ${sql.table(table)} table ${kept(table)}`.execute(tx)
  })
  await forgetUsedCodes()
  const { person, cookies, backupCodes } = setUp
  const home = browser(undefined, new Map(cookies))
  return { email, person, home, code: await codeOf(person.id), backupCodes }
}

/** The code that the app shows now. */
async function codeOf(personId: string): Promise<string> {
  const { secretConfig } = await auth.$context
  const { secret } = await database.db
    .selectFrom('two_factors')
    .select('secret')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  const asked = { secret: await symmetricDecrypt({ key: secretConfig, data: secret }) }
  return (await auth.api.generateTOTP({ body: asked })).code
}

/** As if half a minute had passed. */
const forgetUsedCodes = () => database.db.deleteFrom('sign_in_tries').execute()

/** Moves the counts into the future, so that waiting times do not pass on a slow machine. */
const noTimePasses = () => sql`update sign_in_tries set window_start = now() + interval '1 minute'`.execute(database.db)

/** Signed in with the password, before the second step. */
async function halfSignedIn(email: string, visitor = browser()): Promise<Visitor> {
  expect(await signIn(database.db, auth, visitor, { email, password })).toEqual({ needsCode: true })
  return visitor
}

test('a code opens one session, even when sent twice at once', async () => {
  const { email, code } = await personWithApp()
  const both = [await halfSignedIn(email), await halfSignedIn(email)]

  const verdicts = await Promise.allSettled(
    both.map(one => confirmSignIn(database.db, auth, one, { kind: 'totp', code })),
  )

  expect(verdicts.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const found = await Promise.all(both.map(one => findPerson(auth, one, new Date())))
  expect(found.filter(one => one?.email === email)).toHaveLength(1)
  const late = await halfSignedIn(email)
  await expect(confirmSignIn(database.db, auth, late, { kind: 'totp', code })).rejects.toMatchObject({
    code: 'unauthorized',
  })
  expect(await findPerson(auth, late, new Date())).toBeUndefined()
})

test('the code that set up an app cannot be used to sign in', async () => {
  const { email, person, home } = await personWithApp()
  const code = await codeOf(person.id)
  await confirmTotp(database.db, auth, person, home, code)

  const seen = confirmSignIn(database.db, auth, await halfSignedIn(email), { kind: 'totp', code })

  await expect(seen).rejects.toMatchObject({ code: 'unauthorized' })
})

test('a backup code opens one session, even when sent many times at once', async () => {
  const { email, backupCodes } = await personWithApp()
  const [code = ''] = backupCodes
  const many = [await halfSignedIn(email), await halfSignedIn(email), await halfSignedIn(email)]

  const verdicts = await Promise.allSettled(
    many.map(one => confirmSignIn(database.db, auth, one, { kind: 'backup_code', code })),
  )

  expect(verdicts.filter(one => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of verdicts) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Refusal)
  await expect(
    confirmSignIn(database.db, auth, await halfSignedIn(email), { kind: 'backup_code', code }),
  ).rejects.toMatchObject({ code: 'unauthorized' })
})

test('a backup code that another process has just taken is refused in words', async () => {
  const { email, backupCodes } = await personWithApp()
  const half = await halfSignedIn(email)
  const { refusal } = await database.transaction(async tx => {
    // Where the check stops after it has read the codes.
    await sql`select from verifications for update`.execute(tx)
    await sql`update two_factors set backup_codes = 'others'`.execute(tx)
    const confirmed = confirmSignIn(database.db, auth, half, { kind: 'backup_code', code: backupCodes[0] ?? '' })
    const refusal = confirmed.catch((error: unknown) => error)
    await untilLockWait(database.db)
    return { refusal }
  })

  expect(await refusal).toMatchObject({ name: 'Refusal', code: 'unauthorized' })
})

test('an old backup code that is used while the codes are renewed does not bring the old ones back', async () => {
  const { email, person, home, backupCodes } = await personWithApp()
  const [used = '', other = ''] = backupCodes
  const half = await halfSignedIn(email)
  const { renewed, confirmed } = await database.transaction(async tx => {
    await sql`select from two_factors for update`.execute(tx)
    const renewed = askingForPassword(database.db, person, () => renewBackupCodes(auth, home, password))
    await untilLockWait(database.db)
    const confirming = confirmSignIn(database.db, auth, half, { kind: 'backup_code', code: used })
    let isOver = false
    const confirmed = Promise.allSettled([confirming]).finally(() => {
      isOver = true
    })
    await expect.poll(async () => isOver || (await waitingForLocks(database.db)) === 2).toBe(true)
    return { renewed, confirmed }
  })

  const [[verdict], [own = '']] = await Promise.all([confirmed, renewed])

  expect(verdict).toMatchObject({ status: 'rejected', reason: { name: 'Refusal' } })
  await expect(
    confirmSignIn(database.db, auth, await halfSignedIn(email), { kind: 'backup_code', code: other }),
  ).rejects.toMatchObject({ code: 'unauthorized' })
  await confirmSignIn(database.db, auth, await halfSignedIn(email), { kind: 'backup_code', code: own })
})

test('when two backup codes are used at once, neither becomes valid again', async () => {
  const { email, backupCodes } = await personWithApp()
  const pair = backupCodes.slice(0, 2)
  const tryAll = async (codes: readonly string[]) => {
    const halves = await Promise.all(codes.map(() => halfSignedIn(email)))
    const steps = halves.map((half, nth) => ({ half, step: { kind: 'backup_code', code: codes[nth] ?? '' } as const }))
    const verdicts = await Promise.allSettled(
      steps.map(({ half, step }) => confirmSignIn(database.db, auth, half, step)),
    )
    return codes.filter((_, nth) => verdicts[nth]?.status === 'fulfilled')
  }

  const used = await tryAll(pair)

  for (const code of used) expect(await tryAll([code])).toEqual([])
})

test('signing in again with the password gives no further attempts at the code', async () => {
  const { email } = await personWithApp()
  for (let nth = 0; nth < 5; nth++) await halfSignedIn(email, browser('192.0.2.1'))
  await noTimePasses()

  await expect(signIn(database.db, auth, browser('192.0.2.1'), { email, password })).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
  })
})

test('a correct code clears the attempts before it', async () => {
  const { email, backupCodes } = await personWithApp()
  for (const code of backupCodes.slice(0, 2)) {
    for (let nth = 0; nth < 4; nth++) await halfSignedIn(email, browser('192.0.2.2'))
    const half = await halfSignedIn(email, browser('192.0.2.2'))
    await confirmSignIn(database.db, auth, half, { kind: 'backup_code', code })
  }
})

test('a code is checked for the person of the password, not for another signed-in session', async () => {
  const { home, code } = await personWithApp()

  await expect(confirmSignIn(database.db, auth, home, { kind: 'totp', code })).rejects.toMatchObject({
    message: 'Enter your email and password again.',
  })
})

test.each([
  ['signing out everywhere', ({ person }) => database.transaction(tx => signOutEverywhere(tx, person))],
  [
    'a new password',
    ({ person, home }) =>
      changePassword(database.db, auth, person, home, { currentPassword: password, newPassword: `new ${password}` }),
  ],
  ['a reset', ({ email }) => database.transaction(tx => resetPerson(tx, new Date(), { email, passwordHash: 'x' }))],
] as const satisfies [string, (who: Awaited<ReturnType<typeof personWithApp>>) => Promise<unknown>][])(
  '%s also ends sign-ins that wait for their code',
  async (_what, end) => {
    const who = await personWithApp()
    const [code = ''] = who.backupCodes
    const half = await halfSignedIn(who.email)

    await end(who)

    await expect(confirmSignIn(database.db, auth, half, { kind: 'backup_code', code })).rejects.toMatchObject({
      message: 'Enter your email and password again.',
    })
  },
)

test('a reset lets a person in who was slowed down by guesses', async () => {
  const { email } = await personWithApp()
  const guess = () => signIn(database.db, auth, browser('192.0.2.3'), { email, password: 'not the right one' })
  for (let nth = 0; nth < 5; nth++) await guess().catch(() => {})
  await noTimePasses()
  await expect(guess()).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
  const passwordHash = await hashNewPassword(auth, 'another lantern', { email })

  await database.transaction(tx => resetPerson(tx, new Date(), { email, passwordHash }))

  const asked = { email, password: 'another lantern' }
  expect(await signIn(database.db, auth, browser('192.0.2.3'), asked)).toEqual({ needsCode: false })
})

test('codes without a pending sign-in are not counted', async () => {
  const { email, backupCodes } = await personWithApp()
  const [code = ''] = backupCodes
  const stranger = browser('192.0.2.4')
  for (let nth = 0; nth < 100; nth++)
    await expect(confirmSignIn(database.db, auth, stranger, { kind: 'totp', code: '000000' })).rejects.toMatchObject({
      code: 'unauthorized',
    })

  const half = await halfSignedIn(email, browser('192.0.2.4'))

  await confirmSignIn(database.db, auth, half, { kind: 'backup_code', code })
})

test('one sign-in has five attempts at its code', async () => {
  const { email, backupCodes } = await personWithApp()
  const half = await halfSignedIn(email)
  const guess = { kind: 'totp', code: '000000' } as const
  for (let nth = 0; nth < 5; nth++) await confirmSignIn(database.db, auth, half, guess).catch(() => {})
  const right = { kind: 'backup_code', code: backupCodes[0] ?? '' } as const

  await expect(confirmSignIn(database.db, auth, half, right)).rejects.toMatchObject({ code: 'unauthorized' })
  await confirmSignIn(database.db, auth, await halfSignedIn(email), right)
})

test('an app that is set up already, or stopped already, is not in the audit log again', async () => {
  const { person, home } = await personWithApp()
  const { organizationId } = await createCallers(database)
  await database.db
    .insertInto('members')
    .values({ organization_id: organizationId, person_id: person.id, role: 'owner', created_at: new Date() })
    .execute()
  const log = pino({ level: 'silent' })
  const instance = { takes_passwords: true, provider: null }
  const routes = peopleConsoleRoutes({ database, clock: () => new Date(), openAuth: async () => auth, log, instance })
  /** As the person whom the session then belongs to. */
  const asking = async (action: AuditAction) => {
    const who = (await findPerson(auth, home, new Date())) ?? expect.fail('nobody is signed in')
    const by = { action, actor: { type: 'person', id: who.id }, via: 'dashboard', at: new Date() } as const
    return [who, { id: 'request', visitor: home, change: by }] as const
  }
  const confirm = async () => {
    const [who, asked] = await asking('person.two_step_enabled')
    await routes.confirmTotp(who, { ...nothing, body: { code: await codeOf(who.id) } }, asked)
  }
  const stop = async () => {
    const [who, asked] = await asking('person.two_step_disabled')
    await routes.stopTotp(who, { ...nothing, body: { password } }, asked)
  }

  await confirm()
  await stop()
  await stop()

  const entries = database.db.selectFrom('audit_log').select('action').where('organization_id', '=', organizationId)
  expect(await entries.execute()).toEqual([{ action: 'person.two_step_disabled' }])
})

const nothing = { params: undefined, query: undefined }
