/** Any input is parsed with little time and memory, and without an error. */
import { expect, test } from 'vitest'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { maxMessageBytes } from './limits.ts'
import { readReport } from './read.ts'
import { readRoleMail } from './read-role-mail.ts'

const head = 'From: MAILER-DAEMON@x.example\r\nSubject: Undeliverable\r\n'
const fill = (piece: string) => piece.repeat(Math.ceil(maxMessageBytes / piece.length)).slice(0, maxMessageBytes)

function nested(depth: number): string {
  let message = `${head}Content-Type: multipart/report; report-type=delivery-status; boundary=b0\r\n\r\n`
  for (let nth = 0; nth < depth; nth++)
    message += `--b${nth}\r\nContent-Type: multipart/mixed; boundary=b${nth + 1}\r\n\r\n`
  return message
}

const report = (type: string, content: string) =>
  `${head}Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: ${type}\r\n\r\n${content}`

const hostile: Record<string, string> = {
  'parts nested 10,000 deep': nested(10_000),
  '100,000 parts': `${head}Content-Type: multipart/report; boundary=b\r\n\r\n${fill('--b\r\n\r\nx\r\n')}`,
  'messages in messages': fill('Content-Type: message/rfc822\r\n\r\n'),
  'a header of a megabyte': `Subject: ${fill('a')}`,
  '100,000 headers': fill('X-A: b\r\n'),
  'a header of folds': `X-A: b\r\n${fill(' \t\r\n')}`,
  'a megabyte of empty lines': `${head}\r\n${fill('\r\n')}`,
  'one line of a megabyte': `${head}\r\n${fill('5.1.1')}`,
  'a megabyte of invalid statuses': `${head}\r\nundeliverable ${fill('5.1.1.1 550-')}`,
  'a megabyte of dashes': `${head}\r\nundeliverable 5.1.1\r\n${fill('-')}`,
  'a megabyte of brackets': `${head}Content-Type: text/html\r\n\r\n${fill('<')}`,
  'blanks and colons': report('message/delivery-status', fill(' :')),
  'endless fields': report('message/delivery-status', fill('Action: failed\r\n')),
  'endless blocks': report('message/delivery-status', fill('Action: x\r\n\r\n')),
  'broken base64': report('message/delivery-status\r\nContent-Transfer-Encoding: base64', fill('====\r\nA')),
  'broken quoted-printable': report(
    'message/delivery-status\r\nContent-Transfer-Encoding: quoted-printable',
    fill('=Z'),
  ),
  'a charset that does not exist': report('text/plain; charset=klingon', fill('\xff\xfe')),
  'octets that are not text': fill('\0\xff\x80\r\n\xc3('),
  'endless parameters': `Content-Type: multipart/report; ${fill('boundary*0=a;')}`,
  'comments in comments': `Content-Type: multipart/report${fill('(')}`,
  'endless addresses': `From: ${fill('<a@b,')}`,
  'endless encoded words': `Subject: ${fill('=?utf-8?q?=41?= ')}`,
}

// Ten times the slowest case on an idle machine.
const maxCpuMs = 2_000

test.each(Object.entries(hostile))('%s are cheap and have no effect', async (_name, text) => {
  const message = Buffer.from(text, 'latin1')
  const before = process.memoryUsage().rss
  const start = cpuNow()

  const notices = await readReport(message, '')
  const mail = await readRoleMail(message, '')

  expect(cpuNow() - start).toBeLessThan(maxCpuMs)
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1_048_576)
  expect(notices.filter(({ about }) => about.length > 0)).toEqual([])
  expect(mail.kind).toBe('other')
})
