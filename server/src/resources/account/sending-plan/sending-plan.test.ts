import { randomBytes } from 'node:crypto'
import type { Role } from '@posthorn/contract/console/permissions'
import type { EmailWayInput } from '@posthorn/contract/console/sending-plan'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Change } from '#core/change.ts'
import { newId } from '#core/id.ts'
import { sealer } from '#core/seal.ts'
import type { Person } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { createBareOrganization } from '#resources/account/organizations/create.ts'
import { createPerson } from '#resources/account/people/create.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { sendingPlanConsoleRoutes } from './console-routes.ts'
import type { SendingParts } from './parts.ts'
import { waySafe } from './safe.ts'
import { type EmailWay, loginOf, type SmsWay } from './way.ts'

let database: Database
let operator: Person
let strangers: Person[]
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const [owner, ...others] = await organizationOf('owner', 'admin', 'developer', 'viewer')
  operator = owner ?? expect.fail()
  strangers = [...others, ...(await organizationOf('owner'))]
})
beforeEach(async () => {
  checked.length = 0
  await emptyTables(database.db, 'sending_ways, audit_log')
})
afterAll(() => database[Symbol.asyncDispose]())

let people = 0
/** Creates an organization with a person for each of these roles. */
const organizationOf = (...roles: Role[]): Promise<Person[]> =>
  database.transaction(async tx => {
    const now = new Date()
    const organizationId = await createBareOrganization(tx, now, { name: 'Acme', plan: 'enterprise' })
    const persons: Person[] = []
    for (const role of roles) {
      const email = `person-${people++}@example.com`
      const id = await createPerson(tx, now, { name: 'P', email, passwordHash: 'x' })
      await sql`insert into members values (${organizationId}, ${id}, ${role}, now())`.execute(tx)
      persons.push({ id, name: 'P', email, hasTotp: false })
    }
    return persons
  })

const checked: (EmailWay | SmsWay)[] = []
const check = async (way: EmailWay | SmsWay) => {
  checked.push(way)
  return { result: 'good', message: 'Fine.', detail: null, advice: null } as const
}
const sending: SendingParts = {
  ...{ fixedBy: { email: [], sms: [] }, hostname: 'mail.acme.test', maySendDirectly: true },
  faultsOf: () => [],
  check: { email: check, sms: check },
  refresh: async () => {},
}
const safe = waySafe(sealer(randomBytes(32)))
const routes = (special: Partial<SendingParts> = {}) =>
  sendingPlanConsoleRoutes({ database, clock: () => new Date(), safe, sending: { ...sending, ...special } })

const input = <B>(body: B) => ({ body, params: undefined, query: undefined })
const context = (person: Person, action: Change['action'] = 'sending_plan.saved') => ({
  id: newId(new Date()),
  // `as`: the value is not used here.
  visitor: undefined as never,
  change: { action, actor: { type: 'person', id: person.id }, at: new Date(), via: 'dashboard' } as const,
})
const relay: EmailWayInput = {
  ...{
    type: 'relay',
    host: 'smtp.acme.test',
    port: 587,
    security: 'starttls',
    username: 'ada',
    password: 'top-secret',
  },
}
const { password: _, ...withoutPassword } = relay

test('only an owner of the first organization may see, change, check or remove', async () => {
  const { getSendingPlan, saveEmailWay, saveSmsWay, removeEmailWay, removeSmsWay, checkEmailWay, checkSmsWay } =
    routes()
  const smpp = { type: 'smpp', host: 'smsc.test', port: 2775, tls: false, system_id: 'a', password: 'b' } as const
  for (const person of strangers) {
    const asked = [
      () => getSendingPlan(person),
      () => saveEmailWay(person, input(relay), context(person)),
      () => saveSmsWay(person, input(smpp), context(person)),
      () => removeEmailWay(person, input(undefined), context(person)),
      () => removeSmsWay(person, input(undefined), context(person)),
      () => checkEmailWay(person, input(relay)),
      () => checkSmsWay(person, input(smpp)),
    ]
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(checked).toEqual([])
  expect(await database.db.selectFrom('sending_ways').select('channel').execute()).toEqual([])
})

test('a saved way is returned without its secret, and the audit log does not show it either', async () => {
  const plan = await routes().saveEmailWay(operator, input(relay), context(operator))

  expect(plan.email).toMatchObject({
    fixed_by: [],
    saved: { host: 'smtp.acme.test', username: 'ada', has_secret: true },
  })
  const entries = await database.db.selectFrom('audit_log').selectAll().execute()
  expect(entries).toMatchObject([
    {
      action: 'sending_plan.saved',
      object_name: 'email',
      changes: [
        { field: 'type', to: 'relay' },
        { field: 'to', to: 'smtp.acme.test:587' },
        { field: 'username', to: 'ada' },
        { field: 'security', to: 'starttls' },
        { field: 'password' },
      ],
    },
  ])
  expect(JSON.stringify([plan, entries])).not.toContain('top-secret')
})

test('a saved password is only used for the same server and account', async () => {
  const { saveEmailWay, checkEmailWay } = routes()
  await saveEmailWay(operator, input(relay), context(operator))

  await checkEmailWay(operator, input(withoutPassword))
  expect(checked.at(-1)).toMatchObject({ password: 'top-secret' })

  const elsewhere = [{ host: 'evil.test' }, { port: 588 }, { username: 'eve' }, { security: 'none' as const }]
  for (const other of elsewhere)
    await expect(checkEmailWay(operator, input({ ...withoutPassword, ...other }))).rejects.toMatchObject({
      details: [{ path: 'password', message: expect.stringContaining('is required') }],
    })
  expect(checked).toHaveLength(1)
})

test('the Postmark token, which is both user name and password, is never shown', async () => {
  const { saveEmailWay, checkEmailWay } = routes()
  const postmark = { ...relay, preset: 'postmark', username: null, password: 'one-token' } as const

  const plan = await saveEmailWay(operator, input(postmark), context(operator))
  await checkEmailWay(operator, input(postmark))

  expect(plan.email.saved).toMatchObject({ username: null, has_secret: true })
  const entries = await database.db.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify([plan, entries])).not.toContain('one-token')
  expect(checked.map(way => way.type === 'relay' && loginOf(way))).toEqual(['one-token'])
})

test('a way that a setting overrides cannot be saved, and the setting is named', async () => {
  const { saveEmailWay, getSendingPlan } = routes({ fixedBy: { email: ['POSTHORN_SMTP_URL'], sms: [] } })

  await expect(saveEmailWay(operator, input(relay), context(operator))).rejects.toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('POSTHORN_SMTP_URL'),
  })
  expect((await getSendingPlan(operator)).email).toMatchObject({ fixed_by: ['POSTHORN_SMTP_URL'], saved: null })
})

test('removing a way twice is harmless', async () => {
  const { saveEmailWay, removeEmailWay, getSendingPlan } = routes()
  await saveEmailWay(operator, input(relay), context(operator))

  for (let nth = 0; nth < 2; nth++)
    await removeEmailWay(operator, input(undefined), context(operator, 'sending_plan.removed'))

  expect((await getSendingPlan(operator)).email.saved).toBeNull()
  const removals = database.db
    .selectFrom('audit_log')
    .select('object_name')
    .where('action', '=', 'sending_plan.removed')
  expect((await removals.execute()).map(one => one.object_name)).toEqual(['email'])
})
