import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Outcome } from '#transports/transport.ts'
import { operatorProblemLog } from './operator-problem-log.ts'

const refused = (bounce: 'blocked' | 'unknown_mailbox', reply: string): Outcome => ({
  ...{ kind: 'rejected', bounce, suppress: false, attempt: { transport: 'direct', reply, durationMs: 1 } },
})

test('a problem that the operator must fix is logged once an hour for each destination, without addresses of recipients', () => {
  const lines: string[] = []
  const clock = { ms: 0 }
  const tell = operatorProblemLog(pino({ base: null }, { write: line => lines.push(line) }), () => clock.ms)
  const blocked = refused('blocked', '550 5.7.1 <ada@example.com> blocked, see zen.spamhaus.org')

  tell('direct google', refused('unknown_mailbox', '550 5.1.1 No such user'))
  for (let nth = 0; nth < 3; nth++) tell('direct google', blocked)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/direct google.*blocked, see zen\.spamhaus\.org.*has blocked the address/)
  expect(lines[0]).not.toContain('ada@')

  tell('direct yahoo', blocked)
  clock.ms += 3_600_000
  tell('direct google', blocked)
  expect(lines).toHaveLength(3)
})
