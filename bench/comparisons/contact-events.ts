/** Events of one's own contacts against contacts that are created, both durable before their answers. */
import { alternate } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { httpSide } from '../http-side.ts'
import type { Row } from '../row.ts'
import { environmentOf, seedContacts } from '../seed-contacts.ts'

const contacts = 1_000

export async function compareContactEvents(bench: HttpBench): Promise<Row[]> {
  const { api, keys } = bench.services
  const { pool } = bench.ground.database
  const key = keys.unlimited.test
  const ids = await seedContacts(bench, key, contacts)
  const recorded = async () => {
    const of = [await environmentOf(pool, key)]
    const asked = `select count(*)::integer as count from events where environment_id = $1 and type = 'custom.order.paid'`
    return (await pool.query(asked, of)).rows[0].count
  }
  const telling = httpSide(bench, {
    ...{ origin: api.url, key, status: 200 },
    requests: { kind: 'contact-events', path: '/v1/contacts/events', ids },
  })
  const creating = httpSide(bench, {
    ...{ origin: api.url, key: keys.unlimited.live, status: 201 },
    requests: { kind: 'contacts', path: '/v1/contacts' },
  })

  const figures = await alternate(bench, 'contact-events', { events: telling.side, contacts: creating.side })

  const stored = await recorded()
  if (stored < telling.answers()) throw new Error(`${telling.answers()} events were answered, ${stored} are stored.`)
  return [
    {
      name: 'contact-events',
      unit: '/s',
      ours: { label: 'POST /v1/contacts/events', figures: figures.events },
      other: { label: 'POST /v1/contacts', figures: figures.contacts },
      target: { ratioAtLeast: 0.5 },
    },
  ]
}
