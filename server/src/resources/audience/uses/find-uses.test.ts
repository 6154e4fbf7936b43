/** What a topic, or a segment, is used by, and cannot be deleted before. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { removeSegment } from '#resources/audience/segments/change.ts'
import { createSegment } from '#resources/audience/segments/create.ts'
import { removeTopic } from '#resources/audience/topics/change.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'

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
const news = () => database.transaction(tx => createTopic(tx, live, now, { name: 'News' }))
const removeNews = (id: string) => database.transaction(tx => removeTopic(tx, live, id))

const addWorkflow = (trigger: object, steps: object[]) =>
  database.pool.query(
    `insert into workflows (environment_id, id, name, status, trigger_config, workflow_definition, created_at, updated_at)
     values ($1, $2, 'Weekly', 'active', $3, $4, now(), now())`,
    [live.environmentId, newId(now), trigger, { steps }],
  )

const created = { type: 'contact_created' }
test.each([
  ['its trigger', (id: string) => [{ type: 'contact_added_to_topic', topic_id: id }, []]],
  ['a step', (id: string) => [created, [{ key: 'in', type: 'add_to_topic', config: { topic_id: id } }]]],
  [
    'a condition',
    (id: string) => [
      created,
      [
        {
          ...{ key: 'in', type: 'condition' },
          config: { any: [{ field: 'contact.topics', operator: 'contains', value: id }] },
        },
      ],
    ],
  ],
] as [string, (id: string) => [object, object[]]][])(
  'a topic that a workflow uses in %s cannot be deleted',
  async (_, using) => {
    const { id } = await news()
    await addWorkflow(...using(id))

    await expect(removeNews(id)).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'News is used by the workflow Weekly. First remove it there, or delete or cancel what uses it.',
    })
  },
)

describe.each([
  ['topic', { make: news, remove: removeNews }],
  [
    'segment',
    {
      make: () => database.transaction(tx => createSegment(tx, live, now, { name: 'News' })),
      remove: (id: string) => database.transaction(tx => removeSegment(tx, live, id)),
    },
  ],
])('a %s', (noun, { make, remove }) => {
  const addBroadcast = (id: string, state: string) =>
    database.pool.query(
      `insert into broadcasts (environment_id, id, organization_id, name, channel, state, settings, created_at, updated_at)
       values ($1, $2, $3, 'October', 'email', $4, $5, now(), now())`,
      [live.environmentId, newId(now), live.organizationId, state, { [`${noun}_id`]: id }],
    )

  test.each(['scheduled', 'sending', 'paused'])('that a broadcast uses which is %s cannot be deleted', async state => {
    const { id } = await make()
    await addBroadcast(id, state)

    await expect(remove(id)).rejects.toMatchObject({
      code: 'invalid_state',
      message: `News is used by the broadcast October (${state}). First remove it there, or delete or cancel what uses it.`,
    })
  })

  test.each(['draft', 'completed', 'canceled'])('that a broadcast uses which is %s can be deleted', async state => {
    const { id } = await make()
    await addBroadcast(id, state)

    await remove(id)

    await expect(remove(id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
