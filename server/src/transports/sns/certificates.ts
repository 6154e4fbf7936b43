/** The signing certificates of SNS, cached. */
import { X509Certificate } from 'node:crypto'
import { isCertificateUrl } from './addresses.ts'

/** GET without redirects. Rejects when there is no answer. */
export type Get = (url: string) => Promise<{ status: number; body: string }>

export type Certificates = {
  /** Null when the URL has no valid SNS certificate. Rejects when fetching fails. */
  at(url: string, now: Date): Promise<X509Certificate | null>
}

/** SNS has one per region, and changes it occasionally. */
const maxKept = 20
/** Limits fetches, however many URLs forged messages contain. */
const maxFetchesPerMinute = 10

export function certificates(get: Get): Certificates {
  const kept = new Map<string, Promise<X509Certificate | null>>()
  let fetches: number[] = []

  async function fetchOne(url: string): Promise<X509Certificate | null> {
    const { status, body } = await get(url)
    if (status >= 500) throw new Error(`the certificate could not be fetched: ${status}`)
    return status === 200 ? parse(body) : null
  }

  function find(url: string, now: Date): Promise<X509Certificate | null> {
    const before = kept.get(url)
    if (before) return before
    fetches = fetches.filter(at => now.getTime() - at < 60_000)
    if (fetches.length >= maxFetchesPerMinute) throw new Error('too many certificate requests')
    fetches.push(now.getTime())
    if (kept.size >= maxKept) kept.clear()
    const fetched = fetchOne(url)
    kept.set(url, fetched)
    // A failed fetch is retried on the next request.
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
