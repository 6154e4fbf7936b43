/** Reports about a domain in the formats of real receivers, and mails that contain them. */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

type Row = { ip: string; count: number | string; dkim?: string; spf?: string; disposition?: string; signedBy?: string }

export type DmarcSpecial = { domain?: string; reportId?: string; org?: string; begin?: number | string; end?: number }

export const begin = Date.UTC(2026, 10, 14) / 1000

const rowXml = ({ ip, count, dkim = 'pass', spf = 'fail', disposition = 'none', signedBy = 'acme.test' }: Row) => `
  <record>
    <row>
      <source_ip>${ip}</source_ip>
      <count>${count}</count>
      <policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated>
    </row>
    <identifiers><header_from>acme.test</header_from></identifiers>
    <auth_results>
      <dkim><domain>broken.example</domain><result>fail</result><selector>a</selector></dkim>
      <dkim><domain>${signedBy}</domain><result>pass</result><selector>b</selector></dkim>
      <spf><domain>bounces.${signedBy}</domain><result>pass</result></spf>
    </auth_results>
  </record>`

export const dmarcXml = (rows: readonly Row[], special: DmarcSpecial = {}): string => {
  const {
    domain = 'acme.test',
    reportId = '17',
    org = 'google.com',
    begin: from = begin,
    end = begin + 86_399,
  } = special
  return `<?xml version="1.0" encoding="UTF-8" ?>
<feedback>
  <report_metadata>
    <org_name>${org}</org_name>
    <email>noreply-dmarc-support@google.com</email>
    <report_id>${reportId}</report_id>
    <date_range><begin>${from}</begin><end>${end}</end></date_range>
  </report_metadata>
  <policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><pct>100</pct></policy_published>${rows.map(rowXml).join('')}
</feedback>`
}

/** The example of RFC 8460, appendix B. */
export const tlsJson = (special: object = {}): string =>
  JSON.stringify({
    'organization-name': 'Company-X',
    'date-range': { 'start-datetime': '2026-11-14T00:00:00Z', 'end-datetime': '2026-11-14T23:59:59Z' },
    'contact-info': 'sts-reporting@company-x.example',
    'report-id': '5065427c-23d3-47ca-b6e0-946ea0e8c4be',
    policies: [
      {
        policy: { 'policy-type': 'sts', 'policy-string': ['version: STSv1'], 'policy-domain': 'acme.test' },
        summary: { 'total-successful-session-count': 5326, 'total-failure-session-count': 303 },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'failed-session-count': 100,
            'receiving-mx-hostname': 'mx.acme.test',
          },
          { 'result-type': 'starttls-not-supported', 'failed-session-count': 200, 'failure-reason-code': 'x' },
          { 'result-type': 'from the future', 'failed-session-count': 2 },
        ],
      },
    ],
    ...special,
  })

/** A zip by APPNOTE.TXT, with the faults that a test needs. */
export function zip(files: readonly string[], wrong: { size?: number; flags?: number; method?: number } = {}): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const content = Buffer.from(file)
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(wrong.flags ?? 0, 2)
    common.writeUInt16LE(wrong.method ?? 8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(wrong.size ?? content.length, 18)
    common.writeUInt16LE(5, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from('a.xml'), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from('a.xml')]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

/** Zips of `<feedback/>` created by Python: stored and deflated. */
export const zipsOfPython = [
  'UEsDBBQAAAAAAAAAIVyEtwo7CwAAAAsAAAAaAAAAZ29vZ2xlLmNvbSFhY21lLnRlc3QhMS54bWw8ZmVlZGJhY2svPlBLAQIUAxQAAAAAAAAAIVyEtwo7CwAAAAsAAAAaAAAAAAAAAAAAAACAAQAAAABnb29nbGUuY29tIWFjbWUudGVzdCExLnhtbFBLBQYAAAAAAQABAEgAAABDAAAAAAA=',
  'UEsDBBQAAAAIAAAAIVyEtwo7DQAAAAsAAAAaAAAAZ29vZ2xlLmNvbSFhY21lLnRlc3QhMS54bWyzSUtNTUlKTM7WtwMAUEsBAhQDFAAAAAgAAAAhXIS3CjsNAAAACwAAABoAAAAAAAAAAAAAAIABAAAAAGdvb2dsZS5jb20hYWNtZS50ZXN0ITEueG1sUEsFBgAAAAABAAEASAAAAEUAAAAAAA==',
].map(text => Buffer.from(text, 'base64'))

export const mailWith = (content: Buffer, type: string): Buffer =>
  Buffer.from(
    [
      'From: noreply-dmarc-support@google.com',
      'To: dmarc@bounces.acme.test',
      'Subject: Report domain: acme.test Submitter: google.com Report-ID: 17',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b1',
      '',
      '--b1',
      'Content-Type: text/plain',
      '',
      'This is an aggregate report.',
      '--b1',
      `Content-Type: ${type}; name="report"`,
      'Content-Disposition: attachment; filename="report"',
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64').replace(/.{76}/g, '$&\r\n'),
      '--b1--',
      '',
    ].join('\r\n'),
  )

/** A report as the whole message, as some reporters send it. */
export const bareMail = (content: Buffer, type: string): Buffer =>
  Buffer.from(
    [
      'From: noreply@far.example',
      'Subject: Report',
      'MIME-Version: 1.0',
      `Content-Type: ${type}`,
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64').replace(/.{76}/g, '$&\r\n'),
      '',
    ].join('\r\n'),
  )

export const dmarcMail = (rows: readonly Row[], special: DmarcSpecial = {}): Buffer =>
  mailWith(gzipSync(dmarcXml(rows, special)), 'application/gzip')

export const tlsMail = (special: object = {}): Buffer => mailWith(gzipSync(tlsJson(special)), 'application/tlsrpt+gzip')
