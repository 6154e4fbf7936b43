/** Whether live text messages can leave, by each carrier that the settings name. Nothing is sent. */
import type { CarrierSpec } from '#setup/carriers-file.ts'
import type { Config } from '#setup/settings.ts'
import { readCarrierPlan } from '#setup/sms-carriers.ts'
import { telnyxUrl } from '#transports/carriers/telnyx.ts'
import { twilioUrl } from '#transports/carriers/twilio.ts'
import { parseSmppUrl } from '#transports/smpp/smpp-url.ts'
import { openConnection } from '../probes/open-connection.ts'
import { type Check, error, ok, warning } from './check.ts'

const name = 'sms_carrier'

export const checkSmsCarriers = (config: Config, timeoutMs = 5_000): Promise<Check[]> =>
  Promise.all(readCarrierPlan(config).carriers.map(spec => checkCarrier(spec, timeoutMs)))

async function checkCarrier(spec: CarrierSpec, timeoutMs: number): Promise<Check> {
  if (spec.type === 'capture')
    return warning(
      name,
      'Live text messages are captured, not sent.',
      'Set POSTHORN_SMPP_URL or POSTHORN_CARRIERS_FILE.',
    )
  const address = addressOf(spec)
  const at = `${spec.name} (${spec.type}) at ${address.host}:${address.port}`
  const opened = await openConnection({ ...address, timeoutMs })
  if (opened.kind === 'connected')
    return ok(name, `${at} can be reached, ${opened.tls ? `encrypted (${opened.tls})` : 'in clear'}; nobody logged in.`)
  return error(
    name,
    `${at} cannot be reached: ${opened.words}.`,
    'Is its address right, and may this machine connect there?',
  )
}

/** SMPP servers often allow one login and end the one before, which is the workers': so that none is tried. */
function addressOf(spec: Exclude<CarrierSpec, { type: 'capture' }>) {
  if (spec.type === 'smpp') {
    const { host, port, tls } = parseSmppUrl(spec.url)
    return { host, port, tls }
  }
  const url = new URL(spec.baseUrl ?? (spec.type === 'twilio' ? twilioUrl : telnyxUrl))
  const isSecure = url.protocol === 'https:'
  const tls: 'checked' | 'off' = isSecure ? 'checked' : 'off'
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (isSecure ? 443 : 80), tls }
}
