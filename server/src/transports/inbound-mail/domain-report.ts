/** Finds a report about a domain in the attachments of a mail. */
import type { Email } from 'postal-mime'
import type { DomainReport } from '#core/domain-report.ts'
import { readDmarcReport } from './dmarc-report.ts'
import { maxArchives, maxDmarcReportBytes, maxTlsReportBytes } from './limits.ts'
import { readTlsReport } from './tls-report.ts'
import { unpack } from './unpack.ts'

export function readDomainReport({ attachments }: Email): DomainReport | undefined {
  for (const { content } of attachments.slice(0, maxArchives)) {
    const octets = typeof content === 'string' ? Buffer.from(content) : Buffer.from(asView(content))
    const report = readFile(unpack(octets, maxDmarcReportBytes))
    if (report) return report
  }
  return undefined
}

const asView = (content: ArrayBuffer | Uint8Array): Uint8Array =>
  content instanceof Uint8Array ? content : new Uint8Array(content)

/** Detected by its first character, since names and types differ between reporters. */
function readFile(file: Buffer | undefined): DomainReport | undefined {
  const start = file
    ?.subarray(0, 100)
    .toString('latin1')
    .replace(/^[^<{]{0,20}/, '')[0]
  if (!file || start === undefined) return undefined
  // It leaves out a byte order mark.
  const utf8 = new TextDecoder()
  if (start === '<') return readDmarcReport(utf8.decode(file))
  return file.length <= maxTlsReportBytes ? readTlsReport(utf8.decode(file)) : undefined
}
