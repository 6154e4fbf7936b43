/** An address that is called at each change of a text message's status. */
import type { SmsCallback } from '@posthorn/contract/messages/sms'
import { type AddressPolicy, refusedAddress } from '#core/public-address.ts'
import { invalid } from '#core/refusal.ts'
import type { Sealer } from '#core/seal.ts'
import type { OutboundStatus } from '../sms.ts'

/** As it is stored with its message. */
export type Callback = {
  url: string
  account: string
  /** What calls are signed with, sealed. */
  secret: Buffer
}

export type CallbackSecrets = {
  seal(environmentId: string, secret: string): Buffer
  /** Undefined when it does not open: after another encryption key, or a row that was copied. */
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

/** Refuses what is known to be out of reach. A name is judged when it is looked up, for each call. */
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
 * Each status is told once, in order. What was delivered had been sent before, also where both were learned at once. Undefined when nothing is left to tell.
 */
export function nextToTell(told: OutboundStatus | null, status: OutboundStatus): OutboundStatus | undefined {
  if (told === null) return status === 'scheduled' || status === 'canceled' ? 'scheduled' : 'processing'
  if (told === status) return undefined
  if (told === 'scheduled') return status === 'canceled' ? status : 'processing'
  return told === 'processing' && (status === 'delivered' || status === 'undelivered') ? 'sent' : status
}
