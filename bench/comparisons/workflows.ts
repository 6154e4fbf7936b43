/**
 * Creating contacts while each one starts a run of a workflow with two steps, against creating contacts without a workflow;
 * completed runs per second; and the cost of a run after a million past runs.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { httpSide } from '../http-side.ts'
import type { Row } from '../row.ts'
import { environmentOf } from '../seed-contacts.ts'
import { sharedNowMs } from '../shared-clock.ts'
import { startWorker } from '../worker.ts'
import { feed, messagesIn } from './round-of-messages.ts'

const fewRuns = 1_000

export async function compareWorkflows(bench: HttpBench): Promise<Row[]> {
  const { api, keys } = bench.services
  // Emails of a test key are simulated, so the workflow is measured and not a mail server.
  const key = keys.limited.test
  const workflowId = await createWorkflow(bench, key)
  await using worker = await startWorker(
    bench.postgres,
    { forWorker: { POSTHORN_SENDER_DOMAINS: 'any' } },
    bench.signal,
  )
  bench.progress(`The worker is process ${worker.pid}.`)

  const creating = (by: string) =>
    httpSide(bench, {
      ...{ origin: api.url, key: by, status: 201 },
      requests: { kind: 'contacts', path: '/v1/contacts' },
    }).side
  const settled = (side: Side): Side => {
    return async seconds => {
      const result = await side(seconds)
      await untilDone(bench, key)
      return result
    }
  }
  const created = await alternate(bench, 'workflows', {
    taken: settled(creating(key)),
    left: creating(keys.unlimited.test),
  })
  const completing = completed(bench, key)
  await seedPastRuns(bench, { key, workflowId, count: fewRuns })
  const few = await alternate(bench, `workflows, ${fewRuns} past runs`, { runs: completing })
  await seedPastRuns(bench, { key, workflowId, count: bench.pace.manyRows })
  const many = await alternate(bench, `workflows, ${bench.pace.manyRows} past runs`, { runs: completing })

  return [
    {
      name: 'workflows, contacts taken in',
      unit: '/s',
      ours: { label: 'with a run each', figures: created.taken },
      other: { label: 'without', figures: created.left },
      target: { ratioAtLeast: 0.75 },
    },
    {
      name: 'workflows, runs completed',
      unit: '/s',
      ours: { label: `${bench.pace.manyRows} past runs`, figures: many.runs },
      other: { label: `${fewRuns} past runs`, figures: few.runs },
      target: { ratioAtLeast: 0.8 },
    },
  ]
}

async function createWorkflow({ services }: HttpBench, key: string): Promise<string> {
  const answer = await fetch(`${services.api.url}/v1/workflows`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Welcome',
      status: 'active',
      trigger_config: { type: 'contact_created' },
      workflow_definition: {
        steps: [
          {
            key: 'welcome',
            type: 'send_email',
            config: {
              from: 'hello@acme.test',
              subject: 'Welcome {{ contact.email }}',
              html: '<p>Good to have you.</p>',
            },
          },
          { key: 'greeted', type: 'update_contact', config: { last_name: 'Greeted' } },
        ],
        connections: [{ from: 'welcome', to: 'greeted' }],
      },
    }),
  })
  if (answer.status !== 201) throw new Error(`The workflow was not created: ${await answer.text()}`)
  // `as`: by the contract a 201 has an id.
  return ((await answer.json()) as { id: string }).id
}

/** Measures from the first request to the end of the last run. */
function completed(bench: HttpBench, key: string): Side {
  return async seconds => {
    const count = Math.round(messagesIn(bench.pace, seconds) / 3)
    const before = await ended(bench, key)
    const start = sharedNowMs()
    await feed(bench, {
      ...{ origin: bench.services.api.url, key, messages: count, status: 201 },
      requests: { kind: 'contacts', path: '/v1/contacts' },
    })
    await untilDone(bench, key)
    const took = sharedNowMs() - start
    const runs = (await ended(bench, key)) - before
    if (runs !== count)
      throw new Error(`${count} contacts were created, ${runs} runs were completed: ${await statesOf(bench, key)}.`)
    return { perSecond: count / (took / 1_000) }
  }
}

const withinMs = 300_000

async function untilDone({ postgres, signal }: HttpBench, key: string): Promise<void> {
  const { pool } = postgres.database
  const environmentId = await environmentOf(pool, key)
  const open = 'select 1 from workflow_runs where environment_id = $1 and finished_at is null limit 1'
  const giveUpAt = performance.now() + withinMs
  while ((await pool.query(open, [environmentId])).rowCount) {
    if (performance.now() > giveUpAt) throw new Error('Some runs did not complete in time.')
    await pause(20, undefined, { signal })
  }
}

async function ended({ postgres }: HttpBench, key: string): Promise<number> {
  const { rows } = await postgres.database.pool.query(
    `select count(*)::integer as count from workflow_runs where environment_id = $1 and state = 'completed'`,
    [await environmentOf(postgres.database.pool, key)],
  )
  return rows[0].count
}

async function statesOf({ postgres }: HttpBench, key: string): Promise<string> {
  const { rows } = await postgres.database.pool.query(
    `select state, error, count(*)::integer as count from workflow_runs where environment_id = $1 group by 1, 2`,
    [await environmentOf(postgres.database.pool, key)],
  )
  return JSON.stringify(rows)
}

type Past = { key: string; workflowId: string; count: number }
const rowsPerStatement = 50_000

/** Past runs of deleted contacts, each with its two steps. */
async function seedPastRuns({ postgres, signal }: HttpBench, { key, workflowId, count }: Past): Promise<void> {
  const { pool } = postgres.database
  const environmentId = await environmentOf(pool, key)
  for (let from = 1; from <= count; from += rowsPerStatement) {
    signal.throwIfAborted()
    await pool.query(insertRuns, [environmentId, workflowId, Math.min(rowsPerStatement, count - from + 1)])
  }
  await pool.query('vacuum analyze workflow_runs, workflow_run_steps')
}

const insertRuns = `
  with given as materialized (
    select uuidv7(interval '-40 days') as id from generate_series(1, $3::integer)
  ), past as (
    insert into workflow_runs (environment_id, id, workflow_id, version, contact_id, state, nth, entered_at, trigger,
      started_at, finished_at)
    select $1, id, $2, 1, uuidv7(interval '-40 days'), 'completed', 2, now(), '{"type": "contact_created"}',
      now() - interval '40 days', now() - interval '40 days'
    from given
  )
  insert into workflow_run_steps (environment_id, run_id, nth, step, type, entered_at, left_at, left_by)
  select $1, id, nth, case nth when 1 then 'welcome' else 'greeted' end,
    case nth when 1 then 'send_email' else 'update_contact' end, now(), now(), 'default'
  from given, generate_series(1, 2) as nth`
