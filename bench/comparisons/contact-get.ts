/** GET /v1/contacts/{id} against a bare Fastify route that returns a constant of the same size. */
import { alternate } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { httpSide } from '../http-side.ts'
import type { Row } from '../row.ts'
import { seedContacts } from '../seed-contacts.ts'

const contacts = 1_000

export async function compareContactGet(bench: HttpBench): Promise<Row[]> {
  const { api, bare, keys } = bench.services
  const limitedIds = await seedContacts(bench, keys.limited.test, contacts)
  const unlimitedIds = await seedContacts(bench, keys.unlimited.test, contacts)
  const reading = (origin: string, path: string, ids: readonly string[], key?: string) =>
    httpSide(bench, { origin, requests: { kind: 'reads', path, ids }, status: 200, ...(key && { key }) }).side

  const figures = await alternate(bench, 'contact-get', {
    limited: reading(api.url, '/v1/contacts', limitedIds, keys.limited.test),
    constant: reading(bare.url, '/constant', limitedIds),
    unlimited: reading(api.url, '/v1/contacts', unlimitedIds, keys.unlimited.test),
  })

  const row = (name: 'limited' | 'unlimited'): Row => ({
    name: `contact-get, ${name}`,
    unit: '/s',
    ours: { label: 'GET /v1/contacts/{id}', figures: figures[name] },
    other: { label: 'bare GET', figures: figures.constant },
    target: { ratioAtLeast: 0.55 },
  })
  return [row('limited'), row('unlimited')]
}
