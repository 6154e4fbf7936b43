import type { Db } from '#postgres/database.ts'
import { findInbound, findLastInbound, type InboundQuery } from './read-store.ts'

/** What people have said to any of our numbers: STOP, START or a message, by the number it came from. */
export const inboundFrom = async (db: Db, wanted: readonly InboundQuery[]) =>
  wanted.length === 0 ? [] : findInbound(db, wanted)

/** The position of the last event from each number, in the order asked. */
export const lastInboundFrom = async (db: Db, wanted: readonly Pick<InboundQuery, 'environmentId' | 'number'>[]) =>
  wanted.length === 0 ? [] : findLastInbound(db, wanted)
