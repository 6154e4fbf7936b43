/** POST /v1/contacts against two bare Fastify routes: one with an INSERT per request, and one that only validates. */
import { alternate } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { httpSide } from '../http-side.ts'
import type { Row } from '../row.ts'
import { checkCounted, checkInserted, checkRecorded } from './recorded.ts'

export async function compareContactsCreate(bench: HttpBench): Promise<Row[]> {
  const { api, bare, keys } = bench.services
  const posting = (origin: string, path: string, key?: string) =>
    httpSide(bench, { origin, requests: { kind: 'contacts', path }, status: 201, ...(key && { key }) })
  const limited = posting(api.url, '/v1/contacts', keys.limited.live)
  const unlimited = posting(api.url, '/v1/contacts', keys.unlimited.live)
  const inserting = posting(bare.url, '/inserted')
  const validating = posting(bare.url, '/validated')

  const figures = await alternate(bench, 'contacts-create', {
    limited: limited.side,
    inserting: inserting.side,
    unlimited: unlimited.side,
    validating: validating.side,
  })

  const { pool } = bench.postgres.database
  await checkRecorded(pool, keys.limited.live, limited.answers())
  await checkRecorded(pool, keys.unlimited.live, unlimited.answers())
  await checkCounted(pool, keys.limited.live, limited.answers())
  await checkInserted(pool, inserting.answers())

  const row = (name: 'limited' | 'unlimited', other: 'inserting' | 'validating'): Row => ({
    name: `contacts-create, ${name}${other === 'validating' ? ' (no database)' : ''}`,
    unit: '/s',
    ours: { label: 'POST /v1/contacts', figures: figures[name] },
    other: { label: other === 'inserting' ? 'bare INSERT' : 'bare POST', figures: figures[other] },
    ...(other === 'inserting' && { target: { ratioAtLeast: 0.8 } }),
  })
  return [
    row('limited', 'inserting'),
    row('unlimited', 'inserting'),
    row('limited', 'validating'),
    row('unlimited', 'validating'),
  ]
}
