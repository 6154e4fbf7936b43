/** Compares certificates with the TLSA records of a mail host (RFC 6698, RFC 7671). Pure. */
import { createHash, type X509Certificate } from 'node:crypto'

export type Tlsa = {
  /** 3: the certificate of the host itself. 2: one above it in the chain. Others are not for mail (RFC 7672 3.1.3). */
  usage: number
  /** 0: the whole certificate. 1: its public key. */
  selector: number
  /** 0: the data itself. 1: its SHA-256. 2: its SHA-512. */
  matchingType: number
  certificate: Buffer
}

/** True for a record that we can check. */
export const isUsable = ({ usage, selector, matchingType }: Tlsa): boolean =>
  (usage === 2 || usage === 3) && selector <= 1 && matchingType <= 2

/** `chain` starts with the certificate of the host; each is followed by its issuer. */
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

/** Name and dates of the certificate are ignored: the record is proof enough. */
const isOwn = (record: Tlsa, [own]: readonly X509Certificate[]): boolean => own !== undefined && fits(record, own)

/** The certificate has the host's name, and the chain up to the matching certificate is valid. */
function isBelow(record: Tlsa, chain: readonly X509Certificate[], host: string, at: Date): boolean {
  if (chain[0]?.checkHost(host) === undefined) return false
  for (const [nth, certificate] of chain.entries()) {
    if (!isValidAt(certificate, at)) return false
    if (nth > 0 && fits(record, certificate)) return true
    const above = chain[nth + 1]
    if (!above || !certificate.verify(above.publicKey)) return false
  }
  return false
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, at: Date): boolean =>
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
