/** The file that configures direct delivery: limits of receivers, source addresses, and how new addresses are warmed up. */

import type { Fault } from '@posthorn/contract/errors'
import { messageStreams } from '@posthorn/contract/messages/email-requests'
import type { Static } from 'typebox'
import type { Source } from '#transports/smtp/direct.ts'
import { type KnownReceiver, knownReceivers } from '#transports/smtp/receivers.ts'
import { defaultWarmUp, type WarmUpStep } from '#transports/smtp/warm-up.ts'
import { checkJsonFile, readJsonFile } from '#validation/json-file.ts'
import { deliveryFileSchema } from './delivery-file-schema.ts'

export type DeliveryPlan = {
  receivers: readonly KnownReceiver[]
  /** Empty when the machine chooses the source address. */
  sources: readonly Source[]
  warmUp: readonly WarmUpStep[]
}

type InFile = Static<typeof deliveryFileSchema>

export const defaultDelivery: DeliveryPlan = { receivers: knownReceivers, sources: [], warmUp: defaultWarmUp }

export function readDeliveryFile(path: string): DeliveryPlan {
  const file = { what: 'The delivery file', path }
  const content = checkJsonFile(file, deliveryFileSchema, readJsonFile(file))
  checkJsonFile(file, deliveryFileSchema, content, [...withoutHosts(content), ...withoutSource(content)])
  return {
    receivers: receiversOf(content),
    sources: Object.entries(content.sources ?? {}).map(([name, source]) => ({
      name,
      addresses: source.addresses,
      serves: source.for ?? [],
      ...(source.warming_since && { warmingSince: new Date(source.warming_since) }),
    })),
    warmUp: content.warm_up?.map(step => ({ untilDay: step.until_day, perDay: step.per_day })) ?? defaultWarmUp,
  }
}

/** Receivers of the file come first. Fields that the file does not set keep their built-in values. */
function receiversOf({ receivers = {} }: InFile): KnownReceiver[] {
  const own = Object.entries(receivers).map(([name, given]) => ({
    ...(knownReceivers.find(one => one.name === name) ?? { mx: [] }),
    name,
    ...(given.mx && { mx: given.mx }),
    ...(given.connections !== undefined && { connections: given.connections }),
    ...(given.messages_per_connection !== undefined && { messagesPerConnection: given.messages_per_connection }),
    ...(given.per_minute !== undefined && { perMinute: given.per_minute }),
    ...(given.per_day !== undefined && { perDay: given.per_day }),
  }))
  return [...own, ...knownReceivers.filter(({ name }) => !(name in receivers))]
}

const withoutHosts = ({ receivers = {} }: InFile): Fault[] =>
  Object.entries(receivers)
    .filter(([name, { mx }]) => !mx && !knownReceivers.some(one => one.name === name))
    .map(([name]) => ({
      path: `receivers.${name}.mx`,
      message: 'is required: this receiver is not a known one',
    }))

/** Each stream must have a source. */
function withoutSource({ sources }: InFile): Fault[] {
  const all = Object.values(sources ?? {})
  if (all.length === 0) return []
  return messageStreams
    .filter(stream => !all.some(source => !source.for?.length || source.for.includes(stream)))
    .map(stream => ({
      path: 'sources',
      message: `must have one for ${stream} email: one with that word in "for", or without "for"`,
    }))
}
