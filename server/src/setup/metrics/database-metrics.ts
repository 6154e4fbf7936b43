/** Prometheus metrics of this process's database connections. */
import type { Metrics } from '#http/registry.ts'
import type { Database } from '#postgres/database.ts'
import type { ReadReplica } from '#postgres/replica/read-replica.ts'

export function databaseMetrics({ gauge, total }: Metrics, database: Database): void {
  gauge({
    name: 'posthorn_database_connections',
    help: 'Database connections: in use, or open and idle. The connections that a worker takes work with are not included.',
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
    help: 'Requests and work waiting for a free database connection.',
    labels: [],
    read: () => [{ labels: {}, value: database.usage().waiting }],
  })
  if (database.replica) replicaMetrics(total, database.replica)
  total({
    name: 'posthorn_database_outages_total',
    help: 'How often the database became unavailable. An outage counts once, however long it lasts.',
    read: () => database.usage().outages,
  })
}

function replicaMetrics(total: Metrics['total'], { reads }: ReadReplica): void {
  total({
    name: 'posthorn_replica_reads_total',
    help: 'Statements of lists, searches and figures answered by the read replica.',
    read: () => reads.replica,
  })
  total({
    name: 'posthorn_replica_misses_total',
    help: 'Statements of lists, searches and figures answered by the primary because the read replica was unavailable or behind.',
    read: () => reads.primary,
  })
}
