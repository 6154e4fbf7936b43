import { pino } from 'pino'
import { expect, test } from 'vitest'
import { nothingSaved, type RelayWay } from '#resources/account/sending-plan/way.ts'
import { relayTransport } from '#transports/smtp/relay.ts'
import { startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import { longTimeouts, transmissionTo } from '../../../testing/smtp-transmission.ts'
import { parseConfig } from '../config.ts'
import { followTransports } from './live-transports.ts'
import { replaceable } from './replaceable.ts'
import { type SendingConfig, withSaved } from './with-saved.ts'

const log = pino({ level: 'silent' })

/** Plans that the test changes. */
function plans() {
  const config = parseConfig({})
  const listeners: (() => void)[] = []
  let now: SendingConfig = withSaved(config, nothingSaved)
  return {
    now: () => now,
    onChange: (listener: () => void) => void listeners.push(listener),
    relayAt(port: number) {
      const way: RelayWay = {
        ...{ type: 'relay', preset: null, host: '127.0.0.1', port, security: 'none', username: null, password: null },
      }
      now = withSaved(config, { ...nothingSaved, email: { way, at: new Date() } })
      for (const listener of listeners) listener()
    },
  }
}

const openRelay = ({ smtpUrl }: SendingConfig) => [
  relayTransport({
    url: smtpUrl ?? 'smtp://127.0.0.1:1',
    hostname: 'us.test',
    final: false,
    timeouts: longTimeouts,
  }),
]

test('a message on the wire ends on the old transport, and the next one uses the new transport', async () => {
  await using before = await startSmtpSink({ tls: 'off' })
  await using after = await startSmtpSink({ tls: 'off' })
  const current = plans()
  current.relayAt(before.port)
  await using live = followTransports(current, log, openRelay)
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const [old] = live.list
  const first = old?.send(
    transmissionTo(['first@example.com'], {
      beforeFinalDot() {
        begin()
        return mayEnd
      },
    }),
  )
  await begun

  current.relayAt(after.port)
  const [second] = (await live.list[0]?.send(transmissionTo(['second@example.com']))) ?? []
  end()
  const [outcome] = (await first) ?? []

  expect([outcome?.kind, second?.kind]).toEqual(['accepted', 'accepted'])
  expect(before.messages.map(one => one.rcptTo)).toEqual([['first@example.com']])
  expect(after.messages.map(one => one.rcptTo)).toEqual([['second@example.com']])
})

test('a message that was given the old transport may still start on it, even after it was closed', async () => {
  await using before = await startSmtpSink({ tls: 'off' })
  const current = plans()
  current.relayAt(before.port)
  const live = followTransports(current, log, openRelay)
  const [old] = live.list
  await live[Symbol.asyncDispose]()

  const [outcome] = (await old?.send(transmissionTo(['late@example.com']))) ?? []

  expect(outcome?.kind).toBe('accepted')
  await expect.poll(() => before.connections.now, { timeout: 10_000 }).toBe(0)
})

test('a change that does not affect email reopens nothing', async () => {
  const current = plans()
  current.relayAt(2525)
  await using live = followTransports(current, log, openRelay)
  const before = live.list

  current.relayAt(2525)

  expect(live.list).toBe(before)
})

test('a replaced transport is closed after the grace period, or at once at the end', async () => {
  const closed: string[] = []
  const named = (name: string) => ({
    name,
    async [Symbol.asyncDispose]() {
      closed.push(name)
    },
  })
  const quick = replaceable(named('a'), log, 5)
  quick.replace(named('b'))
  await expect.poll(() => closed, { timeout: 10_000 }).toEqual(['a'])
  await quick[Symbol.asyncDispose]()
  expect(closed).toEqual(['a', 'b'])

  const slow = replaceable(named('c'), log, 600_000)
  slow.replace(named('d'))
  await new Promise(resolve => setImmediate(resolve))
  expect(closed).toEqual(['a', 'b'])
  await slow[Symbol.asyncDispose]()
  expect(closed).toEqual(['a', 'b', 'c', 'd'])
})
