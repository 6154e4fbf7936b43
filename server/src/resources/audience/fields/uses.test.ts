/** What uses a contact field, so that it cannot be deleted before. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { createForm } from '#resources/audience/signup-forms/change.ts'
import { createWorkflow } from '#resources/automation/workflows/create.ts'
import { textHere } from '#resources/messages/templates/text-here.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { removeField } from './change.ts'
import { createField } from './create.ts'

let database: Database
let live: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
beforeEach(async () => {
  live = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
const addPlan = () => database.transaction(tx => createField(tx, live, now, { key: 'plan', type: 'string' }))
const remove = (id: string) => database.transaction(tx => removeField(tx, live, now, id))

const created = { type: 'contact_created' }
const workflow = (trigger_config: object, ...steps: object[]) => ({
  ...{ name: 'Upgrade', status: 'active' as const, trigger_config },
  workflow_definition: { steps: steps.map((step, nth) => ({ key: `step_${nth}`, ...step })), connections: [] },
})
const update = { type: 'update_contact', config: { properties: { plan: 'pro' } } }
const activation = { addresses: 'public', templateText: textHere } as const

test.each([
  ['its trigger', workflow({ type: 'contact_property_changed', property: 'properties.plan' }, update)],
  ['a step', workflow(created, update)],
  [
    'a condition',
    workflow(created, {
      type: 'condition',
      config: { any: [{ field: 'contact.properties.plan', operator: 'exists' }] },
    }),
  ],
  [
    'a text',
    workflow(created, {
      type: 'send_email',
      config: { from: 'news@acme.test', subject: 'News', text: 'You have {{contact.properties.plan|upcase}}.' },
    }),
  ],
])('a field that a workflow uses in %s cannot be deleted', async (_, asked) => {
  const { id } = await addPlan()
  await database.transaction(tx => createWorkflow(tx, live, now, asked, activation))

  await expect(remove(id)).rejects.toMatchObject({
    code: 'invalid_state',
    message: 'plan is used by the workflow Upgrade. First remove it there, or delete or cancel what uses it.',
  })
})

test.each([
  "{{ contact.properties['plan'] }}",
  '{{ contact.properties["plan"] }}',
  `{{ contact["properties"]['plan'] }}`,
  '{{ contact . properties . plan }}',
  `{{ contact [ 'properties' ] [ "plan" ] }}`,
])('a field that a text of a workflow prints in brackets or with spaces cannot be deleted: %s', async text => {
  const { id } = await addPlan()
  const step = { type: 'send_email', config: { from: 'news@acme.test', subject: 'News', text } }
  await database.transaction(tx => createWorkflow(tx, live, now, workflow(created, step), activation))

  await expect(remove(id)).rejects.toMatchObject({ details: { used_by: ['the workflow Upgrade'] } })
})

test('a field that a signup form asks for cannot be deleted', async () => {
  const { id } = await addPlan()
  await database.transaction(tx => createForm(tx, live, now, { name: 'Trial', wording: 'Try it', fields: ['plan'] }))

  await expect(remove(id)).rejects.toMatchObject({ details: { used_by: ['the signup form Trial'] } })
})

async function addBroadcast(timezoneField: string | null, uses: readonly string[], variables = {}) {
  const id = newId(now)
  const { environmentId, organizationId } = live
  await sql`
    insert into broadcasts (environment_id, id, organization_id, name, channel, state, settings, local_time, timezone,
      timezone_field, created_at, updated_at)
    values (${environmentId}, ${id}, ${organizationId}, 'October', 'email', 'scheduled', '{}', '2027-01-31T09:00', 'UTC',
      ${timezoneField}, now(), now())`.execute(database.db)
  await sql`
    insert into broadcast_contents (environment_id, broadcast_id, variant, subject, uses, variables)
    values (${environmentId}, ${id}, 'a', 'News', ${uses}, ${JSON.stringify(variables)})`.execute(database.db)
}

test.each([
  ['has the time zones for', 'plan', []],
  ['is printed by', null, ['contact.first_name', 'contact.properties.plan']],
])('a field that %s a broadcast on its way cannot be deleted', async (_, timezoneField, uses) => {
  const { id } = await addPlan()
  await addBroadcast(timezoneField, uses)

  await expect(remove(id)).rejects.toMatchObject({ details: { used_by: ['the broadcast October (scheduled)'] } })
})

test('a field that is named elsewhere in a workflow or a broadcast can be deleted', async () => {
  const { id } = await addPlan()
  await addBroadcast('planet', ['contact.properties.planet', 'plan'])
  await addBroadcast(null, ['contact.properties.plan'], { contact: { properties: { plan: 'pro' } } })
  const post = {
    type: 'webhook',
    config: {
      url: 'https://acme.test/hook',
      body: {
        properties: { plan: `contact.properties.planet, contact.properties["planet"], my_contact.properties.plan` },
      },
    },
  }
  await database.transaction(tx => createWorkflow(tx, live, now, workflow(created, post), activation))
  await database.transaction(tx =>
    createWorkflow(tx, live, now, { name: 'Draft', workflow_definition: { steps: 'plan' } }, activation),
  )

  await remove(id)

  await expect(remove(id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a field cannot be deleted while a workflow that uses it is being saved', async () => {
  const { id } = await addPlan()
  let removal: Promise<unknown> = Promise.resolve()

  await database.transaction(async tx => {
    await createWorkflow(tx, live, now, workflow(created, update), activation)
    removal = remove(id).catch(error => error)
    await untilLockWait(database.db)
  })

  expect(await removal).toMatchObject({ code: 'invalid_state', details: { used_by: ['the workflow Upgrade'] } })
})
