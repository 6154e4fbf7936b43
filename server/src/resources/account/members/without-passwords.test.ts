import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import type { Member, Visitor } from '#core/visitor.ts'
import { createBareOrganization } from '#resources/account/organizations/create.ts'
import { peopleConsoleRoutes } from '#resources/account/people/console-routes.ts'
import { createPerson } from '#resources/account/people/create.ts'
import { lazyAuth } from '#resources/account/people/lazy-auth.ts'
import { newPassword } from '#resources/account/people/reset.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { memberConsoleRoutes } from './console-routes.ts'
import { inviteMember } from './invite.ts'
import { insertMember } from './store.ts'

test('with passwords switched off, a correct one does not sign in, and an invitation cannot create one', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const clock = () => new Date()
  const { db } = database
  const [publicUrl, key] = ['http://localhost:3000', Buffer.from('secret')]
  const log = pino({ level: 'silent' })
  const openAuth = lazyAuth({ db, secret: key, encryptionKey: null, clock, publicUrl, log })
  const facts = { version: '1', public_url: publicUrl, captures_email: true, captures_sms: true }
  const instance = { ...facts, takes_passwords: false, provider: { name: 'Keycloak' } }
  const linkDelivery = { key, byMail: false }
  const routes = {
    ...peopleConsoleRoutes({ database, clock, openAuth, instance, log }),
    ...memberConsoleRoutes({ database, clock, openAuth, instance, linkDelivery, hasOwnRateCard: false }),
  }
  const { password, passwordHash } = await newPassword()
  const ada = { name: 'Ada', email: 'ada@example.com' }
  const { token } = await database.transaction(async tx => {
    const organizationId = await createBareOrganization(tx, clock(), { name: 'Acme', plan: 'enterprise' })
    const id = await createPerson(tx, clock(), { ...ada, passwordHash })
    await insertMember(tx, { organizationId, personId: id, role: 'owner', at: clock() })
    // `as`: only the organization and the id of the inviting member are read.
    const owner = { organizationId, person: { id, ...ada, hasTotp: false } } as Member
    return inviteMember(tx, owner, clock(), { email: 'grace@example.com', role: 'viewer' }, linkDelivery)
  })
  const visitor: Visitor = {
    cookie: '',
    address: '192.0.2.7',
    userAgent: '',
    setCookies: cookies => expect(cookies).toEqual([]),
  }
  const refused = { code: 'forbidden', message: 'Passwords are switched off here. Sign in with Keycloak.' }
  const change = { action: 'person.signed_in', actor: null, via: 'dashboard', at: clock() } as const
  const context = { id: '1', visitor, change }
  const asked = <Body>(body: Body) => ({ body, params: undefined, query: undefined })

  await expect(routes.signIn(null, asked({ email: ada.email, password }), context)).rejects.toMatchObject(refused)
  const code = { kind: 'totp', code: '123456' } as const
  await expect(routes.confirmSignIn(null, asked(code), context)).rejects.toMatchObject(refused)
  const accepting = { token, name: 'Grace', password }
  await expect(routes.acceptInvitation(null, asked(accepting), context)).rejects.toMatchObject(refused)
})
