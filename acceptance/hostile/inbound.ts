/** Mail of strangers to the port for returned mail, to an address that this instance has made. */
import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { compileCache, program } from '../service/service.ts'
import type { Sent } from './send.ts'
import type { Attack, Target } from './target.ts'
import { fill, type Makers } from './texts.ts'

const head = 'From: MAILER-DAEMON@x.example\r\nSubject: Undeliverable\r\n'
const report = (type: string, content: string) =>
  `${head}Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: ${type}\r\n\r\n${content}`

export const returnedMails: Makers = {
  'many parts': size => `${head}Content-Type: multipart/report; boundary=b\r\n\r\n${fill('--b\r\n\r\nx\r\n', size)}`,
  'parts in parts': size => {
    let text = `${head}Content-Type: multipart/mixed; boundary=b0\r\n\r\n`
    for (let nth = 0; text.length < size; nth++)
      text += `--b${nth}\r\nContent-Type: multipart/mixed; boundary=b${nth + 1}\r\n\r\n`
    return text
  },
  'messages in messages': size => fill('Content-Type: message/rfc822\r\n\r\n', size),
  'recipients without an end': size =>
    report(
      'message/delivery-status',
      fill('Final-Recipient: rfc822; a@b.co\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n', size),
    ),
  'a line without an end': size => `${head}\r\n${fill('550 5.1.1 ', size)}`,
  'headers without an end': size => fill('X-A: b\r\n', size),
  'folds without an end': size => `X-A: b\r\n${fill(' \t\r\n', size)}`,
  'encoded words': size => `Subject: ${fill('=?utf-8?q?=41?= ', size)}`,
  parameters: size => `Content-Type: multipart/report; ${fill('boundary*0=a;', size)}`,
  comments: size => `Content-Type: multipart/report${fill('(', size)}`,
  addresses: size => `From: ${fill('<a@b,', size)}`,
  'broken base64': size =>
    report('message/delivery-status\r\nContent-Transfer-Encoding: base64', fill('====\r\nA', size)),
  html: size => `${head}Content-Type: text/html\r\n\r\n${fill('<table><a href="', size)}`,
  'empty lines': size => `${head}\r\n${fill('\r\n', size)}`,
  octets: size => fill('\xff\x80\r\n\xc3(', size),
}

/** Accepted, refused or cut off: whatever the answer, it is SMTP. The status is that of the last reply. */
export const inboundAttack = (about: string, message: string): Attack => ({
  about,
  prepare: returnAddress,
  run: async target => {
    const to = await returnAddress(target)
    const began = performance.now()
    const reply = await deliver(target.inboundPort, to, message)
    const isReply = /^[245]\d\d/.test(reply)
    return [{ about, status: isReply ? 200 : 0, body: { reply, to }, ms: performance.now() - began } satisfies Sent]
  },
})

/** The last reply, or the error. */
function deliver(port: number, to: string, message: string): Promise<string> {
  const lines = [
    'EHLO stranger.example\r\n',
    'MAIL FROM:<>\r\n',
    `RCPT TO:<${to}>\r\n`,
    'DATA\r\n',
    Buffer.from(`${message.replaceAll('\r\n.', '\r\n..')}\r\n.\r\n`, 'latin1'),
    'QUIT\r\n',
  ]
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let last = ''
    const end = (why: string) => {
      socket.destroy()
      resolve(why)
    }
    socket.setTimeout(60_000, () => end('no reply in 60 s'))
    socket.on('error', error => end(last || error.message))
    socket.on('close', () => end(last || 'closed'))
    socket.on('data', chunk => {
      const reply = chunk.toString('latin1').trimEnd().split('\r\n').at(-1) ?? ''
      if (!/^\d{3} /.test(reply)) return
      if (/^[45]/.test(reply) || lines.length === 0)
        return end(last.startsWith('2') && lines.length === 0 ? last : reply)
      last = reply
      const line = lines.shift()
      if (line !== undefined) socket.write(line)
    })
  })
}

const addresses = new WeakMap<Target, Promise<string>>()

/** The return path of an email of the attacker, after its domain is verified. */
function returnAddress(target: Target): Promise<string> {
  const known = addresses.get(target) ?? openReturnPath(target)
  addresses.set(target, known)
  return known
}

const execute = promisify(execFile)
type DnsRecord = { name: string; type: 'TXT' | 'MX'; value: string }

async function openReturnPath({ service, dns, attacker, send, sink }: Target): Promise<string> {
  const domain = 'hostile.example'
  const posthorn = async <Result>(...args: string[]): Promise<Result> => {
    const [file, ...script] = program('posthorn')
    const env = {
      PATH: process.env.PATH,
      ...compileCache,
      POSTHORN_DATA_DIR: service.dataDir,
      POSTHORN_DNS_SERVERS: dns.server,
      POSTHORN_HOSTNAME: 'mail.hostile.example',
    }
    const of = ['--organization', attacker.id, '--name', domain, '--json']
    const { stdout } = await execute(file, [...script, ...args, ...of], { env, cwd: service.dataDir })
    return JSON.parse(stdout)
  }
  const { records } = await posthorn<{ records: DnsRecord[] }>('domain', 'add')
  for (const { name, type, value } of records) {
    dns.table[name] = {
      ...Object(dns.table[name]),
      ...(type === 'MX' ? { MX: [{ priority: 10, exchange: value.replace('10 ', '') }] } : { TXT: [value] }),
    }
  }
  await posthorn('domain', 'verify')
  const isReturnPath = (line: string) => /^MAIL FROM:<b-\w+@bounces\.hostile\.example>/i.test(line)
  for (let tries = 0; tries < 100; tries++) {
    if (tries % 10 === 0)
      await send({
        method: 'POST',
        path: '/v1/emails',
        body: JSON.stringify({ from: `a@${domain}`, to: 'ada@example.com', subject: 'S', text: 'T' }),
      })
    const heard = sink.commands.find(({ line }) => isReturnPath(line))
    if (heard) return /<(.+?)>/.exec(heard.line)?.[1] ?? ''
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  throw new Error('No email of the verified domain has left.')
}
