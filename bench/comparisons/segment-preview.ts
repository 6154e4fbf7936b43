/** Previews of filters among 1,000,000 contacts with fields, events and opened emails. */
import type { HttpBench } from '../bench-context.ts'
import { openRequests } from '../requests.ts'
import { median, type Row } from '../row.ts'
import { environmentOf, seedContacts } from '../seed-contacts.ts'

const previewsPerRound = 5
/** An acceptable delay for a person who builds a filter. */
const atMostMs = 1_000

const pro = { field: 'properties.plan', operator: 'eq', value: 'pro' }
const paidTwice = { event: 'order.paid', at_least: 2, within_days: 30 }
const neverOpened = { not: { activity: 'opened' } }

const filters = {
  'a field': pro,
  'not set': { field: 'properties.plan', operator: 'is_empty' },
  'an address': { field: 'email', operator: 'ends_with', value: '@example7.com' },
  'an event, twice': paidTwice,
  'all of three': { all: [pro, paidTwice, neverOpened] },
  'any of three': { any: [pro, paidTwice, neverOpened] },
}

export async function compareSegmentPreview(bench: HttpBench): Promise<Row[]> {
  const { services, pace, progress, postgres } = bench
  const key = services.keys.alone.test
  progress(`segment-preview: filling an environment with ${pace.manyRows} contacts, their fields and events`)
  await seedContacts(bench, key, pace.manyRows)
  await seedFacts(postgres.database.pool, await environmentOf(postgres.database.pool, key))
  using requests = openRequests(services.api.url, key)
  const rows: Row[] = []
  for (const [name, filter] of Object.entries(filters)) {
    const body = JSON.stringify({ filter })
    const figures: number[] = []
    let isExact = true
    for (let round = 0; round <= pace.rounds; round++) {
      const times: number[] = []
      for (let nth = 0; nth < previewsPerRound; nth++) {
        bench.signal.throwIfAborted()
        const answer = await requests.ask('/v1/segments/preview', { method: 'POST', body })
        times.push(answer.ms)
        isExact &&= JSON.parse(answer.body.toString()).is_exact
      }
      if (round > 0) figures.push(median(times))
    }
    progress(`segment-preview, ${name}`)
    const label = `${pace.manyRows.toLocaleString('en')} contacts, ${isExact ? 'exact' : 'estimated at times'}`
    rows.push({
      name: `segment-preview, ${name}`,
      unit: 'ms',
      ours: { label, figures },
      target: { oursBelow: atMostMs },
    })
  }
  return rows
}

type Pool = HttpBench['postgres']['database']['pool']

/** All but 0.1 % have a plan, a third paid three times in 60 days, and half opened two emails. */
async function seedFacts(pool: Pool, environmentId: string): Promise<void> {
  for (const statement of [
    `insert into contact_fields (environment_id, id, key, type, created_at, updated_at)
     values ($1, $1, 'plan', 'string', now(), now())`,
    `insert into contact_values (environment_id, field_id, contact_id, value)
     select $1, $1, id, case when hashtext(id::text) % 5 = 0 then 'pro' else 'free' end
     from contacts where environment_id = $1 and hashtext(id::text) % 1000 <> 0`,
    `insert into contact_events (environment_id, name, contact_id, id)
     select $1, 'order.paid', id, uuidv7(make_interval(secs => -random() * 60 * 86400))
     from contacts, generate_series(1, 3) where environment_id = $1 and hashtext(id::text) % 3 = 0`,
    `insert into contact_events (environment_id, name, contact_id, id)
     select $1, 'email:opened', id, uuidv7(make_interval(secs => -random() * 90 * 86400))
     from contacts, generate_series(1, 2) where environment_id = $1 and hashtext(id::text) % 2 = 0`,
  ])
    await pool.query(statement, [environmentId])
  await pool.query('vacuum analyze contacts, contact_values, contact_events')
}
