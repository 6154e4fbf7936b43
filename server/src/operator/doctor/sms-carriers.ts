/** Whether live text messages can be sent, for each carrier. No message is sent. */
import { TLSSocket } from 'node:tls'
import { Fatal } from '#core/fatal.ts'
import type { Config } from '#setup/settings.ts'
import type { CarrierSpec } from '#setup/sms/carriers-file.ts'
import { httpCarriers, readCarrierPlan } from '#setup/sms/sms-carriers.ts'
import { telnyxUrl } from '#transports/carriers/telnyx.ts'
import { twilioUrl } from '#transports/carriers/twilio.ts'
import { parseSmppUrl } from '#transports/smpp/smpp-url.ts'
import { connectSocket, showTarget, type Target, type TlsMode } from '#transports/smtp/connect.ts'
import { asPeerFailure, PeerFailure } from '#transports/smtp/peer-failure.ts'
import { type Check, error, ok, warning } from './check.ts'

const name = 'sms_carrier'

export async function checkSmsCarriers(config: Config, timeoutMs = 5_000): Promise<Check[]> {
  try {
    const plan = readCarrierPlan(config)
    // As at the start, which refuses a public URL that they cannot report to. Connects to nothing.
    httpCarriers(config, plan)
    return await Promise.all(plan.carriers.map(spec => checkCarrier(spec, timeoutMs)))
  } catch (cause) {
    if (!(cause instanceof Fatal)) throw cause
    const advice = 'Correct it, then run the doctor again. docs/carriers.md describes the file.'
    return [error(name, cause.message, advice)]
  }
}

async function checkCarrier(spec: CarrierSpec, timeoutMs: number): Promise<Check> {
  if (spec.type === 'capture')
    return warning(
      name,
      'Live text messages are captured, not sent.',
      'Choose a carrier in the dashboard (Settings, Delivery), or set POSTHORN_SMPP_URL or POSTHORN_CARRIERS_FILE.',
    )
  const { target, tls } = addressOf(spec)
  const which = `${spec.name} (${spec.type})`
  const socket = await connectSocket(target, tls, timeoutMs).catch(asPeerFailure)
  if (socket instanceof PeerFailure)
    return error(name, `${which}: ${socket.message}.`, 'Check its address, and that this machine can connect to it.')
  const how = socket instanceof TLSSocket ? `encrypted (${socket.getProtocol()})` : 'unencrypted'
  socket.destroy()
  return ok(name, `${which} at ${showTarget(target)} can be reached, ${how}; no login was tried.`)
}

/** No login is tried: many SMPP servers allow one session and would end the workers'. */
function addressOf(spec: Exclude<CarrierSpec, { type: 'capture' }>): { target: Target; tls: TlsMode } {
  if (spec.type === 'smpp') {
    const { host, port, tls } = parseSmppUrl(spec.url)
    return { target: { host, port }, tls: tls === 'off' ? inClear : { kind: 'implicit', checked: tls === 'checked' } }
  }
  const url = new URL(spec.baseUrl ?? (spec.type === 'twilio' ? twilioUrl : telnyxUrl))
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (isSecure ? 443 : 80)
  return { target: { host, port }, tls: isSecure ? { kind: 'implicit', checked: true } : inClear }
}

const inClear: TlsMode = { kind: 'off', checked: false }
