import type { Tx } from '#postgres/database.ts'
import { parseDomainName } from './name.ts'
import { type DomainRequest, readDomain } from './read.ts'
import { updateTrackingHost } from './store.ts'

/** `none` lets links lead to the public address again. */
export async function setTrackingHost(
  tx: Tx,
  asked: DomainRequest,
  host: string,
): Promise<{ name: string; trackingHost: string | null }> {
  const { organizationId, id, name } = await readDomain(tx, asked)
  const trackingHost = host === 'none' ? null : parseDomainName(host)
  await updateTrackingHost(tx, organizationId, id, trackingHost)
  return { name, trackingHost }
}
