/** The certificates that SNS signs with, fetched once each. */
import { X509Certificate } from 'node:crypto'
import { isCertificateUrl } from './addresses.ts'

/** GET, without following redirects. Rejects when nothing could be had. */
export type Get = (url: string) => Promise<{ status: number; body: string }>

export type Certificates = {
  /** Null for what is no certificate of SNS. Rejects when it could not be fetched now. */
  at(url: string, now: Date): Promise<X509Certificate | null>
}

/** SNS has one for each region, and changes it once in a while. */
const maxKept = 20
/** However many addresses strangers make up. */
const maxFetchesPerMinute = 10

export function certificates(get: Get): Certificates {
  const kept = new Map<string, Promise<X509Certificate | null>>()
  let fetches: number[] = []

  async function fetchOne(url: string): Promise<X509Certificate | null> {
    const { status, body } = await get(url)
    if (status >= 500) throw new Error(`the certificate could not be had: ${status}`)
    return status === 200 ? parse(body) : null
  }

  function find(url: string, now: Date): Promise<X509Certificate | null> {
    const before = kept.get(url)
    if (before) return before
    fetches = fetches.filter(at => now.getTime() - at < 60_000)
    if (fetches.length >= maxFetchesPerMinute) throw new Error('too many certificates are asked for')
    fetches.push(now.getTime())
    if (kept.size >= maxKept) kept.clear()
    const fetched = fetchOne(url)
    kept.set(url, fetched)
    // A certificate that could not be had is asked for again.
    const forget = () => void (kept.get(url) === fetched && kept.delete(url))
    fetched.then(certificate => certificate === null && forget(), forget)
    return fetched
  }

  return {
    async at(url, now) {
      const certificate = isCertificateUrl(url) ? await find(url, now) : null
      return certificate && isValidAt(certificate, now) ? certificate : null
    },
  }
}

function parse(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate
