/** Certificates that the TLSA records of a mail host name (RFC 6698, RFC 7671). Pure. */
import { createHash, type X509Certificate } from 'node:crypto'

export type Tlsa = {
  /** 3: the certificate of the host itself. 2: one above it. Others are not for mail (RFC 7672 3.1.3). */
  usage: number
  /** 0: the whole certificate. 1: its public key. */
  selector: number
  /** 0: as it is. 1: its SHA-256. 2: its SHA-512. */
  matchingType: number
  certificate: Buffer
}

/** One that says something which can be checked. */
export const isUsable = ({ usage, selector, matchingType }: Tlsa): boolean =>
  (usage === 2 || usage === 3) && selector <= 1 && matchingType <= 2

/** `chain` begins with the certificate of the host, each followed by the one that has signed it. */
export function isNamedByAny(
  records: readonly Tlsa[],
  chain: readonly X509Certificate[],
  host: string,
  at: Date,
): boolean {
  return records
    .filter(isUsable)
    .some(record => (record.usage === 3 ? isOwn(record, chain) : isBelow(record, chain, host, at)))
}

/** Neither its name nor its age counts: the record is proof enough. */
const isOwn = (record: Tlsa, [own]: readonly X509Certificate[]): boolean => own !== undefined && fits(record, own)

/** It has the host's name, and every link up to the named one holds. */
function isBelow(record: Tlsa, chain: readonly X509Certificate[], host: string, at: Date): boolean {
  if (chain[0]?.checkHost(host) === undefined) return false
  for (const [nth, certificate] of chain.entries()) {
    if (!isOfAge(certificate, at)) return false
    if (nth > 0 && fits(record, certificate)) return true
    const above = chain[nth + 1]
    if (!above || !certificate.verify(above.publicKey)) return false
  }
  return false
}

const isOfAge = ({ validFromDate, validToDate }: X509Certificate, at: Date): boolean =>
  validFromDate <= at && at <= validToDate

function fits({ selector, matchingType, certificate: wanted }: Tlsa, certificate: X509Certificate): boolean {
  const shown = selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' })
  if (matchingType === 0) return wanted.equals(shown)
  return wanted.equals(
    createHash(matchingType === 1 ? 'sha256' : 'sha512')
      .update(shown)
      .digest(),
  )
}
