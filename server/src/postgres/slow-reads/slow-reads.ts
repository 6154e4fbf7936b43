/**
 * Connections for statements that may take long: lists, searches, figures, exports. They are few, their statements have a short timeout, and each
 * environment gets a share, so a busy environment delays neither the others nor any other work. A replica, if there is one, is tried
 * first.
 */
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { Refusal } from '#core/refusal.ts'
import { hasSqlState } from '../outages/sql-state.ts'
import type { ReadReplica } from '../replica/read-replica.ts'
import type { Schema } from '../schema.generated.ts'
import { type Connection, type Connections, openReader } from '../transaction.ts'
import { type FairGate, fairGate } from './fair-gate.ts'

/** With two per environment, both environments of an organization leave one for others. */
export const defaultSlowConnections = 5
export const slowStatementMs = 2_500

/** For reads with a fallback when they take too long. They get more memory, because their time is bounded. */
type Bounded = { withinMs: number }

/**
 * The reader of one environment. `primary`: for values that a replica does not have, such as the state of a sequence. Bounded reads use the
 * primary too.
 */
export type SlowReads = (environmentId: string, how?: 'primary' | Bounded) => Kysely<Schema>

export type SlowReadOptions = { primary: Connections; replica?: ReadReplica | undefined; slots?: number }

export function slowReads({ primary, replica, slots = defaultSlowConnections }: SlowReadOptions): SlowReads {
  const gate = fairGate({
    slots,
    perTenant: Math.max(1, Math.floor(slots / 2)),
    // A client may send a few hundred quick list requests at once. After a longer wait the answer would be too late for the client.
    waitingPerTenant: 500,
    maxWaitMs: 1_500,
  })
  return (environmentId, how) => {
    const connectTo = () =>
      replica && !how
        ? replicaFirst(replica, primary)
        : openReader(primary, typeof how === 'object' ? limits(how) : undefined)
    // `as`: Kysely also declares a form of query for cursors, which nothing here uses.
    const connect = async () => (await connectThrough(gate, environmentId, connectTo)) as unknown as PostgresPoolClient
    return new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { options: primary.pool.options, end: async () => {}, connect } }),
    })
  }
}

const limits = ({ withinMs }: Bounded): string =>
  `set local statement_timeout = ${Math.max(1, Math.round(withinMs))}; set local work_mem = '32MB'`

/** True when a slow or bounded read ran into its time limit. */
export const tookTooLong = (error: unknown): boolean => error instanceof Refusal && error.cause instanceof TookTooLong

class TookTooLong extends Error {}

/** Opens no connection to the primary unless it needs one. */
async function replicaFirst(replica: ReadReplica, primary: Connections): Promise<Connection> {
  return {
    async query(text, values) {
      const answer = await replica.read(text, values)
      if (answer) return answer
      const connection = await openReader(primary)
      try {
        return await connection.query(text, values)
      } finally {
        connection.release()
      }
    },
    release() {},
  }
}

async function connectThrough(
  gate: FairGate,
  environmentId: string,
  connectTo: () => Promise<Connection>,
): Promise<Connection> {
  const leave = await gate(environmentId)
  try {
    const connection = await connectTo()
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
  // query_canceled: the statement timeout.
  if (!hasSqlState(cause, '57014')) throw cause
  const message = 'This took too long. Ask for less: a narrower filter or time span, or a look-up by the exact value.'
  throw new Refusal('service_unavailable', { message, cause: new TookTooLong('a slow read was canceled', { cause }) })
}
