import type { Request } from 'autocannon'
import { emailTo } from './email-body.ts'
import type { LoadOrder } from './load.ts'

/** A request with blanks in it, each of which is another text every time it goes out. */
export type VariedRequest = { request: Request; blank: string; next(): string }

export function variedRequest({ round, headers, requests }: LoadOrder): VariedRequest {
  if (requests.kind === 'reads') {
    const { path, ids } = requests
    const blank = '#'.repeat(36)
    const next = () => ids[Math.floor(Math.random() * ids.length)] ?? ''
    return { request: { method: 'GET', path: `${path}/${blank}`, headers }, blank, next }
  }
  const blank = '#'.repeat(9)
  let written = 0
  return {
    request: {
      method: 'POST',
      path: requests.path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(requests, `ada.${round}.${blank}@example.com`)),
    },
    blank,
    next: () => String(written++).padStart(blank.length, '0'),
  }
}

function bodyOf(requests: Exclude<LoadOrder['requests'], { kind: 'reads' }>, address: string): unknown {
  if (requests.kind === 'contacts') return { email: address, first_name: 'Ada', last_name: 'Lovelace' }
  const email = emailTo(address, requests.from)
  return requests.batch === undefined ? email : Array.from({ length: requests.batch }, () => email)
}
