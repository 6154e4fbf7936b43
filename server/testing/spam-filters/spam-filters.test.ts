/** Spam filters written by others have nothing against our messages. Runs where they are installed. */
import { expect, test } from 'vitest'
import { startDnsStub } from '../../../sinks/dns-stub.ts'
import { findProgram } from '../../../sinks/find-program.ts'
import { messages, receive, recipient, records, sender } from './messages.ts'
import { costs, type Points, total } from './points.ts'
import { startRspamd } from './rspamd.ts'
import { scoreBySpamAssassin } from './spamassassin.ts'

const spamassassin = findProgram('spamassassin')
const rspamd = findProgram('rspamd')
const names = Object.keys(messages)
const received = () => Promise.all(Object.values(messages).map(receive))

/** Rules that are not about the message, and why they are left out. */
const leftOut = {
  RCVD_ILLEGAL_IP: 'The sender has an address of RFC 5737, which nobody sends from.',
  FORGED_SENDER: 'The return path is not the sender: that is how bounces come back, and SPF and DMARC pass.',
}

/** With SHOW_POINTS=1 it prints the figures of docs/deliverability.md. */
function expectNothing(points: readonly (Points | undefined)[]): void {
  const rows = names.map((name, nth) => ({
    name,
    total: total(points[nth] ?? {}, leftOut),
    ...costs(points[nth] ?? {}, {}),
  }))
  if (process.env.SHOW_POINTS) console.table(rows)
  expect(points).toHaveLength(names.length)
  for (const [nth, name] of names.entries()) {
    expect(costs(points[nth] ?? {}, leftOut), name).toEqual({})
    expect(total(points[nth] ?? {}, leftOut), name).toBeLessThanOrEqual(0)
  }
}

test.skipIf(!spamassassin)('SpamAssassin has nothing against any of them', { timeout: 60_000 }, async () => {
  const points = await scoreBySpamAssassin(spamassassin ?? '', await received())

  expectNothing(points)
})

test.skipIf(!rspamd)(
  'rspamd accepts the signatures, and has nothing against any of them',
  { timeout: 120_000 },
  async () => {
    await using dns = await startDnsStub(records)
    await using filter = await startRspamd(rspamd ?? '', dns.server)

    const points: Points[] = []
    for (const message of await received()) points.push(await filter.score(message, { ...sender, recipient }))

    expect(points.map(one => one.R_DKIM_ALLOW)).not.toContain(undefined)
    expectNothing(points)
  },
)
