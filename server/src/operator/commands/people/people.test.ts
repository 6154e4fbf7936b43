import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Visitor } from '#core/visitor.ts'
import { openAuth } from '#resources/account/people/auth.ts'
import { hashNewPassword } from '#resources/account/people/change.ts'
import { createPerson } from '#resources/account/people/create.ts'
import { createConnectedPerson, personByIdentity } from '#resources/account/people/identities.ts'
import { findPerson, signIn } from '#resources/account/people/sign-in.ts'
import { openSignInLink } from '#resources/account/people/sign-in-link.ts'
import { sceneAtTerminal } from '../../../../testing/scene-at-terminal.ts'
import { type, typeJson } from '../../terminal.fixture.ts'

const scene = sceneAtTerminal()

const authOf = () =>
  openAuth({
    db: scene.database.db,
    secret: Buffer.from('secret'),
    encryptionKey: null,
    clock: () => new Date(),
    publicUrl: 'http://localhost:3000',
    log: pino({ level: 'silent' }),
  })

const browser = (): Visitor => ({
  cookie: '',
  address: '192.0.2.7',
  userAgent: '',
  setCookies(cookies) {
    const session = cookies.find(cookie => cookie.includes('session_token='))
    this.cookie = session?.split(';', 1)[0] ?? this.cookie
  },
})

test('after a reset a person signs in with only the new password, and all their sessions have ended', async () => {
  const auth = authOf()
  const old = { email: 'ada@example.com', password: 'plum harbour lantern' }
  const passwordHash = await hashNewPassword(auth, old.password, old)
  await scene.database.transaction(tx => createPerson(tx, new Date(), { name: 'Ada', email: old.email, passwordHash }))
  const visitor = browser()
  await signIn(scene.database.db, auth, visitor, old)
  await scene.database.db.updateTable('people').set({ two_factor_enabled: true }).execute()

  const { password } = await typeJson(scene.config, 'person', 'reset', ' Ada@Example.com ')

  expect(await findPerson(auth, visitor, new Date())).toBeUndefined()
  await expect(signIn(scene.database.db, auth, visitor, old)).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await signIn(scene.database.db, auth, visitor, { ...old, password })).toEqual({ needsCode: false })
  expect(await findPerson(auth, visitor, new Date())).toMatchObject({ email: old.email, hasTotp: false })
})

test('a link from the command line signs a person in once, also without a password, and a reset gives them a password', async () => {
  const auth = authOf()
  const identity = { name: 'Grace', email: 'grace@example.com', issuer: 'https://id.example.com', subject: 'grace' }
  await scene.database.transaction(tx => createConnectedPerson(tx, new Date(), identity))
  const { link } = await typeJson(scene.config, 'person', 'link', 'Grace@Example.com')
  const token = new URL(link).searchParams.get('token') ?? ''
  const { db } = scene.database
  const late = new Date(Date.now() + 16 * 60_000)
  await expect(openSignInLink(db, auth, browser(), late, token)).rejects.toMatchObject({ code: 'unauthorized' })

  const visitors = [browser(), browser()]
  const opened = await Promise.allSettled(visitors.map(one => openSignInLink(db, auth, one, new Date(), token)))

  expect(opened.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const found = await Promise.all(visitors.map(one => findPerson(auth, one, new Date())))
  expect(found.filter(Boolean)).toMatchObject([{ email: 'grace@example.com' }])

  const { password } = await typeJson(scene.config, 'person', 'reset', '--email', 'grace@example.com')
  const visitor = browser()
  await signIn(db, auth, visitor, { email: 'grace@example.com', password })
  expect(await findPerson(auth, visitor, new Date())).toMatchObject({ email: 'grace@example.com' })
  expect(await personByIdentity(db, identity)).toBeUndefined()
})

test('an unknown person is refused', async () => {
  await expect(type(scene.config, 'person', 'reset', '--email', 'nobody@example.com')).rejects.toThrow('No such person')
})
