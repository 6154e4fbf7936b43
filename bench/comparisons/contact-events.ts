/** Recording events of contacts against creating contacts, both durable before their answers. */
import { alternate } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { httpSide } from '../http-side.ts'
import type { Row } from '../row.ts'
import { seedContacts } from '../seed-contacts.ts'
import { checkEventsStored } from './recorded.ts'

const contacts = 1_000

export async function compareContactEvents(bench: HttpBench): Promise<Row[]> {
  const { api, keys } = bench.services
  const key = keys.unlimited.test
  const ids = await seedContacts(bench, key, contacts)
  const telling = httpSide(bench, {
    ...{ origin: api.url, key, status: 200 },
    requests: { kind: 'contact-events', path: '/v1/contacts/events', ids },
  })
  const creating = httpSide(bench, {
    ...{ origin: api.url, key: keys.unlimited.live, status: 201 },
    requests: { kind: 'contacts', path: '/v1/contacts' },
  })

  const figures = await alternate(bench, 'contact-events', { events: telling.side, contacts: creating.side })

  await checkEventsStored(bench.postgres.database.pool, key, telling.answers())
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
