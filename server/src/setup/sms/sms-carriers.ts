/** The carriers of text messages, from the settings. */
import type { Logger } from 'pino'
import { fatal } from '#core/fatal.ts'
import type { Arrivals, Carrier, CarrierDirectory } from '#transports/carrier.ts'
import { isCallbackUrl } from '#transports/carriers/options.ts'
import { telnyxCarrier } from '#transports/carriers/telnyx.ts'
import { twilioCarrier } from '#transports/carriers/twilio.ts'
import { smppCarrier } from '#transports/smpp/smpp-carrier.ts'
import { captureCarrier } from '#transports/sms-capture.ts'
import { simulatedCarrier } from '#transports/sms-simulated.ts'
import type { Config } from '../settings.ts'
import { type CarrierPlan, type CarrierSpec, readCarriersFile } from './carriers-file.ts'

type Settings = Pick<Config, 'smppUrl' | 'carriersFile' | 'environment'> & {
  /** Saved in the dashboard; used when no setting names a carrier. */
  readonly savedCarrier?: CarrierSpec | null
}
type Reachable = Pick<Config, 'publicUrl'>

/** The carriers file, or the one SMPP server, or the saved carrier; otherwise messages are captured. */
export function readCarrierPlan({ smppUrl, carriersFile, environment, savedCarrier }: Settings): CarrierPlan {
  if (carriersFile) return readCarriersFile(carriersFile, environment)
  const only: CarrierSpec = smppUrl
    ? { name: 'smpp', type: 'smpp', url: smppUrl }
    : (savedCarrier ?? { name: 'capture', type: 'capture' })
  return { carriers: [only], routes: [{ prefix: '+', carriers: [only.name] }] }
}

/** Null without a public URL: then there are no receipts over HTTP. */
const callbackUrl = ({ publicUrl }: Reachable, name: string): string | null =>
  publicUrl && `${publicUrl}/callbacks/${name}`

/** HTTP carriers can be opened in any process: they hold no connection. */
export function httpCarriers(settings: Reachable, plan: CarrierPlan): Carrier[] {
  return plan.carriers.flatMap(spec => httpCarrier(settings, spec) ?? [])
}

function httpCarrier(settings: Reachable, spec: CarrierSpec): Carrier | undefined {
  const url = callbackUrl(settings, spec.name)
  if ((spec.type === 'twilio' || spec.type === 'telnyx') && url !== null && !isCallbackUrl(url))
    throw fatal(
      `Carriers cannot report to ${url}: POSTHORN_PUBLIC_URL must have no query and no underscore in its host.`,
    )
  if (spec.type === 'twilio') return twilioCarrier({ ...spec, callbackUrl: url })
  if (spec.type === 'telnyx') return telnyxCarrier({ ...spec, callbackUrl: url })
  return undefined
}

type Parts = { arrivals: Arrivals; log: Logger }

/** All carriers, with their connections. */
export function liveCarriers(settings: Reachable, plan: CarrierPlan, parts: Parts): CarrierDirectory & AsyncDisposable {
  const open = (spec: CarrierSpec): Carrier => {
    const { name } = spec
    if (spec.type === 'smpp') return smppCarrier({ name, url: spec.url, ...parts })
    return httpCarrier(settings, spec) ?? captureCarrier(name)
  }
  const carriers = plan.carriers.map(open)
  return directoryOf(carriers, plan.routes)
}

export const testCarriers = (): CarrierDirectory & AsyncDisposable =>
  directoryOf([simulatedCarrier()], [{ prefix: '+', carriers: ['simulated'] }])

function directoryOf(carriers: readonly Carrier[], routes: CarrierPlan['routes']): CarrierDirectory & AsyncDisposable {
  const byName = new Map(carriers.map(carrier => [carrier.name, carrier]))
  const closestFirst = routes
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
    .map(route => ({ ...route, carriers: route.carriers.flatMap(name => byName.get(name) ?? []) }))
  return {
    carriersFor: number => closestFirst.find(({ prefix }) => number.startsWith(prefix))?.carriers ?? [],
    named: name => byName.get(name),
    async [Symbol.asyncDispose]() {
      await Promise.all(carriers.map(carrier => carrier[Symbol.asyncDispose]()))
    },
  }
}
