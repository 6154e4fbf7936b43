import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Visitor } from '#core/visitor.ts'
import { openAuth } from '#resources/account/people/auth.ts'
import { hashNewPassword } from '#resources/account/people/change.ts'
import { createPerson } from '#resources/account/people/create.ts'
import { findPerson, signIn } from '#resources/account/people/sign-in.ts'
import { sceneAtTerminal } from '../../../testing/scene-at-terminal.ts'
import { type, typeJson } from '../terminal.fixture.ts'

const scene = sceneAtTerminal()

test('somebody who is reset signs in with the new password alone, and every session of theirs has ended', async () => {
  const auth = openAuth({
    db: scene.database.db,
    secret: Buffer.from('secret'),
    encryptionKey: null,
    clock: () => new Date(),
    publicUrl: 'http://localhost:3000',
    log: pino({ level: 'silent' }),
  })
  const old = { email: 'ada@example.com', password: 'plum harbour lantern' }
  const passwordHash = await hashNewPassword(auth, old.password, old)
  await scene.database.transaction(tx => createPerson(tx, new Date(), { name: 'Ada', email: old.email, passwordHash }))
  const visitor: Visitor = {
    cookie: '',
    address: '192.0.2.7',
    userAgent: '',
    setCookies(cookies) {
      const session = cookies.find(cookie => cookie.includes('session_token='))
      this.cookie = session?.split(';', 1)[0] ?? this.cookie
    },
  }
  await signIn(scene.database.db, auth, visitor, old)
  await scene.database.db.updateTable('people').set({ two_factor_enabled: true }).execute()

  const { password } = await typeJson(scene.config, 'person', 'reset', '--email', ' Ada@Example.com ')

  expect(await findPerson(auth, visitor)).toBeUndefined()
  await expect(signIn(scene.database.db, auth, visitor, old)).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await signIn(scene.database.db, auth, visitor, { ...old, password })).toEqual({ needsCode: false })
  expect(await findPerson(auth, visitor)).toMatchObject({ email: old.email, hasTotp: false })
})

test('nobody is told of who does not exist', async () => {
  await expect(type(scene.config, 'person', 'reset', '--email', 'nobody@example.com')).rejects.toThrow('No such person')
})
