import { type AddressPolicy, refusedAddress } from '#core/public-address.ts'
import { invalid } from '#core/refusal.ts'

/** Refuses what is known to be out of reach. A name is judged when it is looked up, for each attempt. */
export function checkAddress(url: string, policy: AddressPolicy): void {
  const fault = refusedAddress(url, policy)
  if (!fault) return
  const couldBeAllowed = refusedAddress(url, 'private') === undefined
  const advice = couldBeAllowed ? '; POSTHORN_WEBHOOK_ADDRESSES decides which of them are reached' : ''
  throw invalid({ path: 'url', message: fault + advice })
}
