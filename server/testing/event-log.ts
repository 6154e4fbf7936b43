/** A database with environments whose events are read. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, vi } from 'vitest'
import { record } from '#events/record.ts'
import { type Database, openDatabase, type Tx } from '#postgres/database.ts'
import { newId } from '../src/core/id.ts'
import { beginning, type EventPosition } from '../src/resources/automation/event-log/event-position.ts'
import { readEvents } from '../src/resources/automation/event-log/read.ts'
import { createCallers } from './callers.ts'
import { createTestDatabase } from './postgres.ts'

export function openLog() {
  let opened: Database | undefined
  beforeAll(async () => {
    opened = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  })
  afterAll(() => opened?.[Symbol.asyncDispose]())
  const open = () => {
    if (!opened) throw new Error('the log opens before the first test')
    return opened
  }

  /** The names of the events after a position, in pages of this size, and the position where they end. */
  async function readNow(environmentId: string, after: EventPosition = beginning, limit = 100) {
    const names: unknown[] = []
    for (let place = after; ; ) {
      const { events, next, hasMore } = await readEvents(open().db, environmentId, place, limit)
      names.push(...events.map(nameOf))
      if (!hasMore) return { names, next }
      place = next
    }
  }

  /** The databases of other tests are in the same cluster: their transactions, too, may hold back committed events. */
  const settled = () =>
    vi.waitFor(
      async () => {
        const { rows } = await sql<{ left: string }>`
          select count(*) as left from events where xact >= pg_snapshot_xmin(pg_current_snapshot())`.execute(open().db)
        expect(rows[0]?.left).toBe('0')
      },
      { timeout: 10_000, interval: 5 },
    )

  return {
    get database() {
      return open()
    },
    /** An environment without events. */
    async newEnvironment(): Promise<string> {
      return (await createCallers(open())).live.environmentId
    },
    /** Records facts with these names, one after the other. */
    async happen(environmentId: string, ...names: string[]): Promise<void> {
      for (const name of names) await open().transaction(tx => happenIn(tx, environmentId, name))
    },
    /** Moves events into the past, as far as their own time goes. */
    async age(environmentId: string, names: readonly string[], days: number): Promise<void> {
      await sql`
        update events set created_at = created_at - make_interval(days => ${days})
        where environment_id = ${environmentId} and data ->> 'name' = any(${names}::text[])`.execute(open().db)
    },
    readNow,
    /** Waits until all committed events can be read. */
    async readAll(environmentId: string, after?: EventPosition, limit?: number) {
      await settled()
      return readNow(environmentId, after, limit)
    },
  }
}

export const happenIn = (tx: Tx, environmentId: string, name: string): Promise<void> =>
  record(tx, [{ environmentId, type: 'contact.created', subjectId: newId(new Date()), data: { name }, at: new Date() }])

export const nameOf = ({ data }: { data: object }): unknown => ('name' in data ? data.name : undefined)
