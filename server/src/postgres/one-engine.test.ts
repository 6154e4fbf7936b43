/** Migration 0013 on a database of the version before it, with every kind of work in progress. */
import { expect, test } from 'vitest'
import { databaseBefore } from '../../testing/database-before.ts'
import { migrate } from './migrate.ts'

test('work in progress in the old queue continues', async () => {
  await using database = await databaseBefore(13)
  const { pool } = database
  await pool.query(before)

  await migrate(database)

  const rows = async (text: string) => (await pool.query(text)).rows.map(row => Object.values(row).join(' '))
  expect(
    await rows(`select address, due_at <= now() as due, held_by is null as free, dot from deliveries order by address`),
  ).toEqual([
    'claimed true true true',
    'delayed false true false',
    'queued true true false',
    'scheduled  true false',
    'sent  true false',
  ])
  expect(
    await rows(`select status, due_at <= now() as due, held_by is null as free from sms_progress order by status`),
  ).toEqual(['processing true true', 'sent  true'])
  expect(await rows(`select step, due_at <= now() as due from workflow_runs order by step`)).toEqual([
    'parked ',
    'queued true',
    'waiting false',
  ])
  expect(await rows(`select task, payload, due_at <= now() as due from jobs order by task`)).toEqual([
    'mail_invitation [object Object] true',
    'unpark_runs [object Object] false',
  ])
  expect(await rows(`select nspname from pg_namespace where nspname = 'graphile_worker'`)).toEqual([])
})

const nobody = '00000000-0000-0000-0000-000000000000'
const before = `
  insert into email_progress (environment_id, email_id, status, recipients, scheduled_for) values
    ('${nobody}', '00000000-0000-0000-0000-000000000001', 'processing', 3, null),
    ('${nobody}', '00000000-0000-0000-0000-000000000002', 'scheduled', 1, now() + interval '1 day'),
    ('${nobody}', '00000000-0000-0000-0000-000000000003', 'delivery_delayed', 1, null);
  insert into deliveries (environment_id, email_id, nth, address, state, claimed_by, dot, due_at, give_up_at) values
    ('${nobody}', '00000000-0000-0000-0000-000000000001', 0, 'queued', 'waiting', null, false, null, now()),
    ('${nobody}', '00000000-0000-0000-0000-000000000001', 1, 'claimed', 'waiting', 'a worker', true, null, now()),
    ('${nobody}', '00000000-0000-0000-0000-000000000001', 2, 'sent', 'sent', null, false, null, now()),
    ('${nobody}', '00000000-0000-0000-0000-000000000002', 0, 'scheduled', 'waiting', null, false, null, now()),
    ('${nobody}', '00000000-0000-0000-0000-000000000003', 0, 'delayed', 'delayed', null, false, now() + interval '1 hour', now());
  insert into sms_progress (environment_id, sms_id, status, claimed_by, give_up_at) values
    ('${nobody}', '00000000-0000-0000-0000-000000000001', 'processing', 'a worker', now()),
    ('${nobody}', '00000000-0000-0000-0000-000000000002', 'sent', null, now());
  insert into workflow_runs (environment_id, id, workflow_id, version, contact_id, state, step, entered_at, due_at, parked, trigger, started_at) values
    ('${nobody}', '00000000-0000-0000-0000-000000000001', '${nobody}', 1, '00000000-0000-0000-0000-000000000001', 'running', 'queued', now(), null, false, '{}', now()),
    ('${nobody}', '00000000-0000-0000-0000-000000000002', '${nobody}', 1, '00000000-0000-0000-0000-000000000002', 'waiting', 'waiting', now(), now() + interval '1 day', false, '{}', now()),
    ('${nobody}', '00000000-0000-0000-0000-000000000003', '${nobody}', 1, '00000000-0000-0000-0000-000000000003', 'waiting', 'parked', now(), null, true, '{}', now());
  create schema graphile_worker;
  create table graphile_worker._private_tasks (id int, identifier text);
  create table graphile_worker._private_jobs (id bigint, task_id int, payload json, run_at timestamptz, priority int, attempts int, max_attempts int, key text);
  insert into graphile_worker._private_tasks values (1, 'deliver_emails'), (2, 'mail_invitation'), (3, 'unpark_runs'), (4, 'expire_idempotency_keys');
  insert into graphile_worker._private_jobs values
    (1, 1, '{}', now(), 0, 0, 1000, null), (2, 2, '{"id": "a"}', now(), 0, 1, 25, null),
    (3, 3, '{"id": "b"}', now() + interval '1 hour', 0, 0, 25, null), (4, 4, '{}', now(), 0, 0, 25, 'a schedule'),
    (5, 2, '{"id": "c"}', now(), 0, 25, 25, null);`
