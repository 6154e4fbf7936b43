import { type AddressPolicy, refusedAddress } from '#core/public-address.ts'
import { invalid } from '#core/refusal.ts'

/** Refuses URLs that are known to be unreachable. Host names are checked when they are resolved, for each attempt. */
export function checkAddress(url: string, policy: AddressPolicy): void {
  const fault = refusedAddress(url, policy)
  if (!fault) return
  const couldBeAllowed = refusedAddress(url, 'private') === undefined
  const advice = couldBeAllowed ? '; POSTHORN_WEBHOOK_ADDRESSES decides which addresses are allowed' : ''
  throw invalid({ path: 'url', message: fault + advice })
}
