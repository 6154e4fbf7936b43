import type { Tx } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import type { WhoseConsent } from './read.ts'
import { forgetIps } from './store.ts'

/** The remaining entries identify nobody: the address is a hash, and the IP address is deleted. Repeatable. */
export async function eraseConsent(tx: Tx, { environmentId, email, phoneNumber }: WhoseConsent): Promise<void> {
  const hashAddress = await readAddressHasher(tx)
  for (const address of [email, phoneNumber])
    if (address !== null) await forgetIps(tx, { environmentId, subject: hashAddress({ environmentId, address }) })
}
