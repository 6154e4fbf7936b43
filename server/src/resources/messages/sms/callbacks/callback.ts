/** An address that is called for each change of a text message's status. */
import type { SmsCallback } from '@posthorn/contract/messages/sms'
import { type AddressPolicy, refusedAddress } from '#core/public-address.ts'
import { invalid } from '#core/refusal.ts'
import type { Sealer } from '#core/seal.ts'
import type { OutboundStatus } from '../sms.ts'

/** As stored with its message. */
export type Callback = {
  url: string
  account: string
  /** The secret that signs calls, sealed. */
  secret: Buffer
}

export type CallbackSecrets = {
  seal(environmentId: string, secret: string): Buffer
  /** Undefined when it does not open: the encryption key has changed, or the row was copied. */
  open(environmentId: string, sealed: Buffer): string | undefined
}

export function callbackSecrets({ seal, unseal }: Sealer): CallbackSecrets {
  const placeOf = (environmentId: string) => ['sms callback', environmentId]
  return {
    seal: (environmentId, secret) => seal(placeOf(environmentId), Buffer.from(secret)),
    open(environmentId, sealed) {
      try {
        return unseal(placeOf(environmentId), sealed).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

type Rules = { secrets: CallbackSecrets; addresses: AddressPolicy }

/** Refuses addresses that may not be called. A host name is checked when it is looked up, for each call. */
export function readCallback(
  { url, account, secret }: SmsCallback,
  { environmentId }: { environmentId: string },
  { secrets, addresses }: Rules,
): Callback {
  const fault = refusedAddress(url, addresses)
  if (fault)
    throw invalid({ path: 'callback.url', message: `${fault}: give one that your receiver has on the internet` })
  return { url, account, secret: secrets.seal(environmentId, secret) }
}

/**
 * Each status is reported once, in order. A delivered message was sent before, also when both were learned at once. Undefined
 * when nothing is left to report.
 */
export function nextToTell(told: OutboundStatus | null, status: OutboundStatus): OutboundStatus | undefined {
  if (told === null) return status === 'scheduled' || status === 'canceled' ? 'scheduled' : 'processing'
  if (told === status) return undefined
  if (told === 'scheduled') return status === 'canceled' ? status : 'processing'
  return told === 'processing' && (status === 'delivered' || status === 'undelivered') ? 'sent' : status
}
