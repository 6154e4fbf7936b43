import type { IncomingMessage } from 'node:http'
import { headerLines } from './header-lines.ts'

/** Node reads such a request, but a proxy in front of it may see another host, or another end of the body. */
export function isAmbiguous(request: IncomingMessage): boolean {
  const { httpVersion, headers } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true
  const hosts = headerLines(request, 'host')
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return true
  const coding = headers['transfer-encoding']
  return coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')
}
