/** How this process gets on with its database, for Prometheus. */
import type { Metrics } from '#http/registry.ts'
import type { Database } from '#postgres/database.ts'
import type { ReadReplica } from '#postgres/replica/read-replica.ts'

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
  if (database.replica) replicaMetrics(total, database.replica)
  total({
    name: 'posthorn_database_outages_total',
    help: 'How often the database was found away. One that stays away counts once.',
    read: () => database.usage().outages,
  })
}

function replicaMetrics(total: Metrics['total'], { reads }: ReadReplica): void {
  total({
    name: 'posthorn_replica_reads_total',
    help: 'Statements of lists, searches and figures that the read replica has answered.',
    read: () => reads.replica,
  })
  total({
    name: 'posthorn_replica_misses_total',
    help: 'Those that the primary has answered, since the read replica was away or behind.',
    read: () => reads.primary,
  })
}
