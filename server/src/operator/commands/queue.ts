import { findRestoredCopy } from '#postgres/restored-copy.ts'
import { isHeldOnPurpose } from '#resources/messages/explain/held.ts'
import { type QueuedAt, readQueue } from '#resources/messages/explain/queue.ts'
import { describeDestination } from '#resources/messages/explain/words.ts'
import { describeHold, howToResume } from '../instance/hold.ts'
import { openInstance } from '../instance/open.ts'
import { defineCommand } from './command.ts'
import { shortTime, table } from './table.ts'

export const queue = defineCommand({
  name: 'queue',
  summary: 'Shows what messages wait for: relays, receivers and carriers, and their state',
  example: 'queue',
  options: {},
  async run(_, { loadConfig }) {
    await using database = await openInstance(loadConfig())
    const rows = await readQueue(database.db)
    const copy = await findRestoredCopy(database.db)
    const text = rows.length > 0 ? table(columns, rows.map(toRow)) : nothing(copy)
    return {
      json: { data: rows.map(toJson), restored_copy: copy ? { taken_at: copy.takenAt.toISOString() } : null },
      text: `${copy ? `${describeHold(copy)} ${howToResume}\n\n` : ''}${text}\n`,
    }
  },
})

const nothing = (copy: object | undefined): string =>
  copy ? 'No relay, receiver or carrier has a backlog or fails.' : 'Nothing is waiting, and nothing fails.'

const columns = ['waits for', 'waiting', 'connections', 'state'] as const

const toRow = (one: QueuedAt): Record<(typeof columns)[number], string> => ({
  'waits for': describeDestination(one.name),
  waiting: one.waiting.toLocaleString('en'),
  connections: connectionsOf(one),
  state: stateOf(one),
})

function connectionsOf({ name, connections }: QueuedAt): string {
  if (isHeldOnPurpose(name)) return '–'
  return connections === null ? 'no limit seen' : `at most ${connections}`
}

function stateOf({ name, failingSince, failures, lastReply, cap, cappedUntil }: QueuedAt): string {
  if (isHeldOnPurpose(name)) return 'held on purpose'
  if (cap && cappedUntil) return `limit reached (${cap}); continues at ${shortTime(cappedUntil)} UTC`
  if (!failingSince) return 'ok'
  return `failed ${failures} times since ${shortTime(failingSince)} UTC${lastReply ? `: ${lastReply}` : ''}`
}

const toJson = ({ name, waiting, connections, failingSince, failures, lastReply, cap, cappedUntil }: QueuedAt) => ({
  ...{ name, waiting, connections, failing_since: failingSince?.toISOString() ?? null, failures },
  ...{ last_reply: lastReply, cap, capped_until: cappedUntil?.toISOString() ?? null },
})
