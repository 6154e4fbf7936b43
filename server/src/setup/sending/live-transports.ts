/** A worker's live transports and carriers, reopened when the saved choice changes. */
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { CarrierDirectory } from '#transports/carrier.ts'
import type { EmailTransport } from '#transports/transport.ts'
import type { CurrentSending } from './current.ts'
import { type Replaceable, replaceable } from './replaceable.ts'
import type { SendingConfig } from './with-saved.ts'

type Opened<T> = AsyncDisposable & { what: T }

/** `planOf`: the settings whose change requires reopening. */
function following<T>(
  { now, onChange }: Pick<CurrentSending, 'now' | 'onChange'>,
  log: Logger,
  planOf: (config: SendingConfig) => unknown,
  open: (config: SendingConfig) => Opened<T>,
): Replaceable<Opened<T>> {
  let plan = planOf(now())
  const live = replaceable(open(now()), log)
  onChange(() => {
    const next = planOf(now())
    if (isDeepStrictEqual(next, plan)) return
    try {
      live.replace(open(now()))
      plan = next
    } catch (err) {
      log.error({ err }, 'the saved transport or carrier cannot be opened, so the previous one stays in use')
    }
  })
  return live
}

type Following = Pick<CurrentSending, 'now' | 'onChange'>

export type LiveTransports = AsyncDisposable & { readonly list: readonly EmailTransport[] }

export function followTransports(
  current: Following,
  log: Logger,
  open: (config: SendingConfig) => readonly EmailTransport[],
): LiveTransports {
  const planOf = ({ smtpUrl, emailTransports }: SendingConfig) => ({ smtpUrl, emailTransports })
  const live = following(current, log, planOf, config => {
    const what = open(config)
    return {
      what,
      async [Symbol.asyncDispose]() {
        await Promise.all(what.map(transport => transport[Symbol.asyncDispose]()))
      },
    }
  })
  return {
    get list() {
      return live.current().what
    },
    [Symbol.asyncDispose]: () => live[Symbol.asyncDispose](),
  }
}

export function followCarriers(
  current: Following,
  log: Logger,
  open: (config: SendingConfig) => CarrierDirectory & AsyncDisposable,
): CarrierDirectory & AsyncDisposable {
  const live = following(
    current,
    log,
    ({ savedCarrier }) => savedCarrier,
    config => {
      const what = open(config)
      return { what, [Symbol.asyncDispose]: () => what[Symbol.asyncDispose]() }
    },
  )
  return {
    carriersFor: number => live.current().what.carriersFor(number),
    named: name => live.current().what.named(name),
    [Symbol.asyncDispose]: () => live[Symbol.asyncDispose](),
  }
}
