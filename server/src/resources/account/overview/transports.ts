import type { Transports } from '@posthorn/contract/console/usage'
import type { Db } from '#postgres/database.ts'
import { findTransportFigures, type TransportFigures } from './store.ts'

type Way = Pick<Transports['email'][number], 'name' | 'kind'>
/** The transports and carriers of live messages, in order of preference. */
export type Ways = { email: readonly Way[]; sms: readonly Way[] }

const latestEvents = 2_000

export async function readTransports(db: Db, organizationId: string, ways: Ways): Promise<Transports> {
  const figures = await findTransportFigures(db, organizationId, latestEvents)
  const toWire = (way: Way) => ({ name: way.name, kind: way.kind, ...health(figures, way.name) })
  return { email: ways.email.map(toWire), sms: ways.sms.map(toWire) }
}

function health(figures: readonly TransportFigures[], name: string) {
  const found = figures.find(one => one.transport === name)
  return {
    recent_attempts: found?.attempts ?? 0,
    recent_failures: found?.failures ?? 0,
    last_failure: found?.failedAt
      ? { at: found.failedAt.toISOString(), message: (found.failure ?? 'no reason given').slice(0, 500) }
      : null,
  }
}
