import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { removeField } from '#resources/audience/fields/change.ts'
import { createField } from '#resources/audience/fields/create.ts'
import { removeTopic } from '#resources/audience/topics/change.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { changeSegment, removeSegment } from './change.ts'
import { createSegment } from './create.ts'

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
type Asked = Parameters<typeof createSegment>[3]
const create = (asked: Asked) => database.transaction(tx => createSegment(tx, live, now, asked))
const remove = (id: string) => database.transaction(tx => removeSegment(tx, live, id))
const declare = (key: string) => database.transaction(tx => createField(tx, live, now, { key, type: 'string' }))
const pro = { field: 'properties.plan', operator: 'eq', value: 'pro' } as const

test('segment names are unique, regardless of case', async () => {
  const { id } = await create({ name: 'Buyers' })
  const other = await create({ name: 'Others' })

  await expect(create({ name: 'buyers' })).rejects.toThrow('A segment named “buyers” already exists.')
  await expect(database.transaction(tx => changeSegment(tx, live, now, other.id, { name: 'BUYERS' }))).rejects.toThrow(
    'A segment named “BUYERS” already exists.',
  )
  const renamed = await database.transaction(tx => changeSegment(tx, live, now, id, { name: 'BUYERS' }))
  expect(renamed).toMatchObject({ id, name: 'BUYERS' })
})

test('a filter with unknown names is refused, and so is a filter for a list', async () => {
  await expect(create({ name: 'Pro', filter: pro })).rejects.toMatchObject({ code: 'validation_error' })
  const list = await create({ name: 'List' })

  await expect(
    database.transaction(tx => changeSegment(tx, live, now, list.id, { filter: { event: 'order.paid' } })),
  ).rejects.toThrow('A list cannot have a filter: create another segment with the filter.')
})

test('fields, topics and lists that a segment uses cannot be deleted until the segment is', async () => {
  const field = await declare('plan')
  const topic = await database.transaction(tx => createTopic(tx, live, now, { name: 'News' }))
  const list = await create({ name: 'List' })
  const using = await create({
    name: 'Pro',
    filter: { all: [pro, { topic_id: topic.id }, { not: { segment_id: list.id } }] },
  })
  const dropField = () => database.transaction(tx => removeField(tx, live, now, field.id))
  const dropTopic = () => database.transaction(tx => removeTopic(tx, live, topic.id))

  await expect(dropField()).rejects.toThrow(
    'plan is used by the segment Pro. First remove it there, or delete or cancel what uses it.',
  )
  await expect(dropTopic()).rejects.toThrow(
    'News is used by the segment Pro. First remove it there, or delete or cancel what uses it.',
  )
  await expect(remove(list.id)).rejects.toMatchObject({
    code: 'invalid_state',
    details: { used_by: ['the segment Pro'] },
  })
  await remove(using.id)
  await Promise.all([dropField(), dropTopic(), remove(list.id)])
  await expect(remove(list.id)).rejects.toThrow('No such segment.')
})

test('a segment that a workflow uses in a schedule or condition cannot be deleted', async () => {
  const scheduled = await create({ name: 'Scheduled' })
  const asked = await create({ name: 'Asked' })
  const condition = { any: [{ field: 'contact.segments', operator: 'contains', value: asked.id }] }
  await database.pool.query(
    `insert into workflows (environment_id, id, name, status, trigger_config, workflow_definition, created_at, updated_at)
     values ($1, $2, 'Weekly', 'draft', $3, $4, now(), now())`,
    [
      ...[live.environmentId, newId(now), { type: 'time_based', segment_id: scheduled.id }],
      { steps: [{ key: 'in', type: 'condition', config: condition }] },
    ],
  )

  for (const { id, name } of [scheduled, asked])
    await expect(remove(id)).rejects.toThrow(
      `${name} is used by the workflow Weekly. First remove it there, or delete or cancel what uses it.`,
    )
})

test('deleting a field waits for a filter being saved with it and is then refused', async () => {
  const field = await declare('plan')
  let dropped: Promise<unknown> = Promise.resolve()

  await database.transaction(async tx => {
    await createSegment(tx, live, now, { name: 'Pro', filter: pro })
    dropped = database.transaction(inner => removeField(inner, live, now, field.id)).catch(error => error.message)
    await untilLockWait(database.db)
  })

  expect(await dropped).toBe(
    'plan is used by the segment Pro. First remove it there, or delete or cancel what uses it.',
  )
})
