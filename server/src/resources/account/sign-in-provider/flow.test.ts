import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sealer } from '#core/seal.ts'
import type { Visitor } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { createBareOrganization } from '#resources/account/organizations/create.ts'
import { type Auth, openAuth } from '#resources/account/people/auth.ts'
import { findPerson } from '#resources/account/people/sign-in.ts'
import { openProvider } from '#transports/oidc/open-provider.ts'
import { type OpenidProvider, startOpenidProvider } from '../../../../../sinks/openid-provider.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { finishSignIn, goToProvider } from './flow.ts'

const publicUrl = 'https://mail.example.com'
const redirectUri = `${publicUrl}/sign-in/callback`
let database: Database
let sink: OpenidProvider
let auth: Auth
let parts: Parameters<typeof goToProvider>[0]

beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  await database.transaction(tx => createBareOrganization(tx, new Date(), { name: 'Acme', plan: 'enterprise' }))
  sink = await startOpenidProvider()
  sink.allow(redirectUri)
  sink.people.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada', groups: ['staff'] })
  const log = pino({ level: 'silent' })
  auth = openAuth({
    ...{ db: database.db, secret: Buffer.from('secret'), encryptionKey: null, publicUrl, log },
    clock: () => new Date(),
  })
  const asked = { ...sink, redirectUri, scopes: ['groups'], wantedClaims: ['groups'], nowMs: () => Date.now() }
  parts = {
    provider: openProvider({ ...asked, name: 'Sink' }),
    rules: {
      name: 'Sink',
      trustedDomains: [],
      groups: { claim: 'groups', rules: [{ group: 'staff', role: 'admin' }] },
    },
    sealer: sealer(Buffer.alloc(32, 1)),
    ...{ database, auth, log },
  }
})
afterAll(async () => {
  await sink[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** Keeps cookies like a browser. */
function browser(): Visitor & { jar: Map<string, string> } {
  const jar = new Map<string, string>()
  return {
    jar,
    address: '192.0.2.7',
    userAgent: 'test',
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    setCookies(cookies) {
      for (const one of cookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
        if (/max-age=0/i.test(one)) jar.delete(name)
        else jar.set(name, value)
      }
    },
  }
}

const signInAt = (at: Date) => ({ action: 'person.signed_in', actor: null, at, via: 'dashboard' }) as const
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)

test('after the provider a person is signed in for at most twelve hours', async () => {
  const visitor = browser()
  const answer = await sink.signIn(await goToProvider(parts, visitor, new Date(), null), 'ada')
  await finishSignIn(parts, visitor, signInAt(new Date()), answer)

  expect([...visitor.jar.keys()]).toEqual(['__Host-posthorn.session_token'])
  expect(await findPerson(auth, visitor, later(11))).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
  // better-auth extends a session that is used after a day.
  await database.db
    .updateTable('sessions')
    .set({ expires_at: later(24 * 10) })
    .execute()
  expect(await findPerson(auth, visitor, later(1))).toBeDefined()
  expect(await findPerson(auth, visitor, later(13))).toBeUndefined()
})

test('an answer is valid once, in time, in the browser of the sign-in', async () => {
  const [visitor, stranger] = [browser(), browser()]
  const url = await goToProvider(parts, visitor, new Date(), null)
  const answer = await sink.signIn(url, 'ada')
  const refused = { code: 'unauthorized', message: expect.stringContaining('Start it again') }

  await expect(finishSignIn(parts, stranger, signInAt(new Date()), answer)).rejects.toMatchObject(refused)
  await goToProvider(parts, stranger, new Date(), null)
  await expect(finishSignIn(parts, stranger, signInAt(new Date()), answer)).rejects.toMatchObject(refused)
  await expect(finishSignIn(parts, visitor, signInAt(later(0.2)), answer)).rejects.toMatchObject(refused)
  const cookies = new Map(visitor.jar)
  await finishSignIn(parts, visitor, signInAt(new Date()), answer)
  const replayed = browser()
  for (const [name, value] of cookies) replayed.jar.set(name, value)
  await expect(finishSignIn(parts, replayed, signInAt(new Date()), answer)).rejects.toMatchObject(refused)
  expect(await findPerson(auth, replayed, new Date())).toBeUndefined()
})

test('a changed or foreign cookie is refused', async () => {
  const visitor = browser()
  const answer = await sink.signIn(await goToProvider(parts, visitor, new Date(), null), 'ada')
  const others = { ...parts, sealer: sealer(Buffer.alloc(32, 2)) }
  await expect(finishSignIn(others, visitor, signInAt(new Date()), answer)).rejects.toMatchObject({
    code: 'unauthorized',
  })
  for (const [name, value] of visitor.jar) visitor.jar.set(name, value.replace(/.{4}$/, 'AAAA'))

  await expect(finishSignIn(parts, visitor, signInAt(new Date()), answer)).rejects.toMatchObject({
    code: 'unauthorized',
  })
})

test('an unreachable provider is reported, and nobody is signed in', async () => {
  const away = openProvider({
    ...{ ...sink, name: 'Sink', issuer: 'http://127.0.0.1:1', redirectUri, scopes: [], wantedClaims: [] },
    nowMs: () => Date.now(),
  })
  const visitor = browser()

  await expect(goToProvider({ ...parts, provider: away }, visitor, new Date(), null)).rejects.toMatchObject({
    code: 'service_unavailable',
    message: 'Sink cannot be reached, or does not answer correctly. Try again in a minute.',
  })
  expect(visitor.jar.size).toBe(0)
})
