/**
 * Connections for what may take long: lists, searches, figures, exports. They are few, their statements are ended soon, and each
 * environment has a share of them: however much one asks for, the others get their turn, and nothing else waits for it.
 */
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { Refusal } from '#core/refusal.ts'
import { type FairGate, fairGate } from './fair-gate.ts'
import type { Schema } from './schema.generated.ts'
import { type Connection, type Connections, openReader } from './transaction.ts'

/** Two environments of one organization leave one for the others. */
export const usualSlowConnections = 5
export const slowStatementMs = 2_500

/** The readers of one environment. */
export type SlowReads = (environmentId: string) => Kysely<Schema>

export function slowReads(connections: Connections, slots = usualSlowConnections): SlowReads {
  const gate = fairGate({
    slots,
    perTenant: Math.max(1, Math.floor(slots / 2)),
    // A client may ask for a few hundred quick lists at once; what waits longer is answered too late for whoever waits.
    waitingPerTenant: 500,
    maxWaitMs: 1_500,
  })
  return environmentId => {
    // `as`: Kysely also declares a form of query for cursors, which nothing here uses.
    const connect = async () =>
      (await connectThrough(gate, environmentId, connections)) as unknown as PostgresPoolClient
    return new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { options: connections.pool.options, end: async () => {}, connect } }),
    })
  }
}

async function connectThrough(gate: FairGate, environmentId: string, connections: Connections): Promise<Connection> {
  const leave = await gate(environmentId)
  try {
    const connection = await openReader(connections)
    return {
      query: (text, values) => connection.query(text, values).catch(explainTimeout),
      release() {
        connection.release()
        leave()
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}

function explainTimeout(cause: unknown): never {
  // query_canceled: its time was up.
  if (!(cause instanceof Error && 'code' in cause && cause.code === '57014')) throw cause
  const message = 'This took too long. Ask for less: a narrower filter or time span, or a look-up by the exact value.'
  throw new Refusal('service_unavailable', { message, cause })
}
