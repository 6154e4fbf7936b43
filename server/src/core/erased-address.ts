/** What is kept of the address or the number of an erased person: enough to know it again, nothing to read it from. */
import { createHmac, hkdfSync } from 'node:crypto'
import { erasedEmail, erasedNumber } from '@posthorn/contract/erasures'

type AddressOfEnvironment = { environmentId: string; address: string }
export type HashAddress = (one: AddressOfEnvironment) => Buffer

const keyLength = 32

/** Bound to the environment, so that two of them cannot compare whom they have forgotten. */
export function addressHasher(instanceSecret: Buffer): HashAddress {
  const key = Buffer.from(hkdfSync('sha256', instanceSecret, '', 'posthorn erased addresses', keyLength))
  return ({ environmentId, address }) =>
    createHmac('sha256', key).update(`${environmentId} ${address.toLowerCase()}`).digest()
}

export const isErased = (address: string): boolean => address === erasedEmail || address === erasedNumber
