/** How this process gets on with its database, for Prometheus. */
import type { Metrics } from '#http/registry.ts'
import type { Database } from '#postgres/database.ts'

export function databaseMetrics({ gauge, total }: Metrics, database: Database): void {
  gauge({
    name: 'posthorn_database_connections',
    help: 'Connections to the database: in use, or open and idle. Those that a worker takes work with are not among them.',
    labels: ['state'],
    read() {
      const { inUse, idle } = database.usage()
      return [
        { labels: { state: 'in_use' }, value: inUse },
        { labels: { state: 'idle' }, value: idle },
      ]
    },
  })
  gauge({
    name: 'posthorn_database_waiting',
    help: 'Requests and work that wait for a free connection to the database.',
    labels: [],
    read: () => [{ labels: {}, value: database.usage().waiting }],
  })
  total({
    name: 'posthorn_database_outages_total',
    help: 'How often the database was found away. One that stays away counts once.',
    read: () => database.usage().outages,
  })
}
