import { randomBytes } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Visitor } from '#core/visitor.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { type Auth, openAuth } from './auth.ts'
import { hashNewPassword } from './change.ts'
import { createPerson } from './create.ts'
import { findPerson, signIn, signOut } from './sign-in.ts'
import { startTotp } from './totp.ts'

let database: Database
const credentials = { email: 'ada@example.com', password: 'plum harbour lantern' }

type Others = { db?: Database['db']; secret?: string; encryptionKey?: Buffer }

const authAt = (publicUrl: string, { db = database.db, secret = 'a secret', encryptionKey }: Others = {}): Auth =>
  openAuth({
    db,
    secret: Buffer.from(secret),
    encryptionKey: encryptionKey ?? null,
    clock: () => new Date(),
    publicUrl,
    log: pino({ level: 'silent' }),
  })

function browser(cookie = ''): Visitor & { given: string[] } {
  const given: string[] = []
  return { cookie, address: '192.0.2.7', userAgent: 'test', given, setCookies: cookies => void given.push(...cookies) }
}

beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const passwordHash = await hashNewPassword(authAt('http://localhost:3000'), credentials.password, credentials)
  await database.transaction(tx =>
    createPerson(tx, new Date(), { name: 'Ada', email: 'Ada@Example.com', passwordHash }),
  )
})
afterAll(() => database[Symbol.asyncDispose]())

test('over https a session cookie is sent over https only, and no sibling host can set one', async () => {
  const visitor = browser()
  const auth = authAt('https://mail.example.com')
  await signIn(database.db, auth, visitor, credentials)

  expect(visitor.given).toEqual([
    expect.stringMatching(
      /^__Host-posthorn\.session_token=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^__Host-posthorn\.known_[0-9a-f]{16}=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ])
  const [pair = ''] = visitor.given.map(one => one.split(';', 1)[0] ?? '')
  expect(await findPerson(auth, browser(pair), new Date())).toMatchObject({ email: 'ada@example.com' })
  expect(await findPerson(auth, browser(pair.replace('__Host-', '')), new Date())).toBeUndefined()
})

test('a session is valid in every process of the installation, and a forged cookie in none', async () => {
  const visitor = browser()
  await signIn(database.db, authAt('http://localhost:3000'), visitor, credentials)
  const [cookie = ''] = visitor.given.map(one => one.split(';', 1)[0] ?? '')
  const another = authAt('http://localhost:3000')

  expect(await findPerson(another, browser(cookie), new Date())).toMatchObject({
    email: 'ada@example.com',
    hasTotp: false,
  })
  const { token } = await database.db.selectFrom('sessions').select('token').executeTakeFirstOrThrow()
  for (const forged of [
    `posthorn.session_token=${token}`,
    cookie.replace(/\..{5}/, '.AAAAA'),
    'posthorn.session_token=',
  ])
    expect(await findPerson(another, browser(forged), new Date()), forged).toBeUndefined()
  expect(
    await findPerson(authAt('http://localhost:3000', { secret: 'another secret' }), browser(cookie), new Date()),
  ).toBeUndefined()
})

test('with an encryption key set, the whole database is not enough to forge a cookie or a code', async () => {
  const url = 'http://localhost:3000'
  const before = authAt(url)
  const guarded = authAt(url, { encryptionKey: randomBytes(32) })
  const visitor = browser()
  await signIn(database.db, guarded, visitor, credentials)
  const home = browser(visitor.given[0]?.split(';', 1)[0])
  const person = (await findPerson(guarded, home, new Date())) ?? expect.fail('nobody is signed in')
  expect(await findPerson(before, home, new Date())).toBeUndefined()

  await startTotp(guarded, person, home, credentials.password)
  const sealed = await database.db.selectFrom('two_factors').select('secret').executeTakeFirstOrThrow()
  const opened = async (auth: Auth) =>
    symmetricDecrypt({ key: (await auth.$context).secretConfig, data: sealed.secret })
  await expect(opened(before)).rejects.toThrow()
  expect(await opened(guarded)).toHaveLength(32)
  const old = await symmetricEncrypt({ key: (await before.$context).secretConfig, data: 'from before' })
  expect(await symmetricDecrypt({ key: (await guarded.$context).secretConfig, data: old })).toBe('from before')
})

test('people cannot sign up by themselves', async () => {
  const body = { name: 'Eve', email: 'eve@example.com', password: credentials.password }

  await expect(authAt('http://localhost:3000').api.signUpEmail({ body })).rejects.toThrow()
})

test('an expired session gives no access', async () => {
  const visitor = browser()
  const auth = authAt('http://localhost:3000')
  await signIn(database.db, auth, visitor, credentials)
  await database.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .execute()

  expect(await findPerson(auth, browser(visitor.given[0]?.split(';', 1)[0]), new Date())).toBeUndefined()
})

test('a session is renewed only where the browser can be given its cookie again', async () => {
  const visitor = browser()
  const auth = authAt('http://localhost:3000')
  await signIn(database.db, auth, visitor, credentials)
  const cookie = visitor.given[0]?.split(';', 1)[0]
  const inTwelveDays = new Date(Date.now() + 12 * 86_400_000)
  await database.db.updateTable('sessions').set({ expires_at: inTwelveDays }).execute()
  const [withinStream, next] = [browser(cookie), browser(cookie)]

  expect(await findPerson(auth, { ...withinStream, isAnswered: true }, new Date())).toBeDefined()
  expect(await findPerson(auth, next, new Date())).toBeDefined()

  expect(withinStream.given).toEqual([])
  expect(next.given).toEqual([expect.stringMatching(/^posthorn\.session_token=.*Max-Age=1209600;/)])
})

test('while the database is unavailable nobody appears as signed in or signed out', async () => {
  await using gone = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })
  const auth = authAt('http://localhost:3000', gone)
  const visitor = browser()
  await signIn(database.db, authAt('http://localhost:3000'), visitor, credentials)
  const back = browser(visitor.given[0]?.split(';', 1)[0])

  await expect(findPerson(auth, back, new Date())).rejects.toMatchObject({ code: 'service_unavailable' })
  await expect(signOut(gone.db, auth, back)).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(back.given).toEqual([])
})

test('while strangers guess from the same network, only a known browser can sign in', async () => {
  const auth = authAt('http://localhost:3000')
  const visitor = browser()
  await signIn(database.db, auth, visitor, credentials)
  const known = visitor.given.find(one => one.includes('known_'))?.split(';', 1)[0] ?? ''
  const guess = { ...credentials, password: 'not the right one' }
  for (let nth = 0; nth < 5; nth++) await signIn(database.db, auth, browser(), guess).catch(() => {})
  await sql`update sign_in_tries set window_start = now() + interval '1 minute'`.execute(database.db)

  const tampered = known.replace(/\..{5}/, '.AAAAA')
  const stranger = browser()
  const theirs = { ...credentials, email: 'eve@example.com' }
  const passwordHash = await hashNewPassword(auth, theirs.password, theirs)
  await database.transaction(tx => createPerson(tx, new Date(), { name: 'Eve', ...theirs, passwordHash }))
  await signIn(database.db, auth, { ...stranger, address: '192.0.2.8' }, theirs)
  const [, value = ''] = /known_\w+=([^;]*)/.exec(stranger.given.join(';')) ?? []
  expect(value).not.toBe('')
  const ofAnother = known.replace(/=.*/, `=${value}`)
  for (const cookie of ['', tampered, ofAnother])
    await expect(signIn(database.db, auth, browser(cookie), credentials)).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
    })
  expect(await signIn(database.db, auth, browser(known), credentials)).toEqual({ needsCode: false })
})

test('an unknown address is answered, counted and timed like a wrong password', async () => {
  const auth = authAt('http://localhost:3000')
  await database.db.deleteFrom('sign_in_tries').execute()
  const hashed = vi.spyOn(await auth.$context.then(({ password }) => password), 'hash')
  const tryIt = async (email: string) =>
    signIn(database.db, auth, browser(), { email, password: 'not the right one' }).then(
      () => 'in',
      error => [error.code, error.message],
    )

  const [somebody, nobody] = [await tryIt(credentials.email), await tryIt('nobody@example.com')]

  expect(nobody).toEqual(somebody)
  // As expensive as comparing with an existing password.
  expect(hashed).toHaveBeenCalledTimes(1)
})
