/** Migration 0023 on a database with emails older than the figures. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseBefore } from '../../testing/database-before.ts'
import { migrate } from './migrate.ts'

const environment = randomUUID()

test('events older than the figures are counted once, and no event is counted twice', async () => {
  await using database = await databaseBefore(23)
  const { pool } = database
  await pool.query(`update schema_migrations set applied_at = '2026-03-01T12:00:00Z' where number = 4`)
  const addEmail = async (createdAt: string, tags: string[], facts: [type: string, at: string][]) => {
    const id = randomUUID()
    await pool.query(
      `insert into emails (environment_id, id, organization_id, from_address, to_addresses, subject, tags, message_stream, size, attachments, created_at)
        values ($1, $2, $1, 'a@acme.test', '{b@example.com}', 's', $3, 'transactional', 1, 0, $4)`,
      [environment, id, tags, createdAt],
    )
    for (const [type, at] of facts)
      await pool.query(
        `insert into events (environment_id, id, type, subject_id, data, created_at) values ($1, $2, $3, $4, '{}', $5)`,
        [environment, randomUUID(), type, id, at],
      )
  }
  const [before, after] = ['2026-03-01T11:30:00Z', '2026-03-01T12:30:00Z']
  await addEmail(
    before,
    ['welcome', 'welcome'],
    [
      ['email.sent', before],
      ['email.sent', before],
      ['email.delivered', before],
      ['email.delivered', after],
    ],
  )
  await addEmail(before, [], [['email.bounced', before]])
  await addEmail(before, [], [['email.processing', before]])
  await addEmail(after, [], [['email.sent', after]])

  await migrate(database)
  await migrate(database)

  const { rows } =
    await pool.query(`select tag, hour, emails_sent, recipients_reached, emails_delivered, recipients_delivered,
    emails_bounced, emails_opened, summed from email_stats order by tag`)
  const hour = new Date('2026-03-01T11:00:00Z')
  expect(rows).toEqual([
    {
      ...{ tag: '', hour, emails_sent: 2, recipients_reached: 2, emails_delivered: 1, recipients_delivered: 1 },
      ...{ emails_bounced: 1, emails_opened: 0, summed: false },
    },
    {
      ...{ tag: 'welcome', hour, emails_sent: 1, recipients_reached: 2, emails_delivered: 1, recipients_delivered: 1 },
      ...{ emails_bounced: 0, emails_opened: 0, summed: false },
    },
  ])
})
