/** Tests with Postfix, the most widespread mail server. They need root and an installed Postfix. */
import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, test } from 'vitest'
import { canRunPostfix, startPostfix } from '../../../../sinks/postfix.ts'
import { startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import { longTimeouts, transmissionTo } from '../../../testing/smtp-transmission.ts'
import { compose } from '../mime/compose.ts'
import { sign } from '../mime/dkim.ts'
import { file, outgoing, read } from '../mime/message.fixture.ts'
import type { Outgoing } from '../transport.ts'
import { relayTransport } from './relay.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys = [{ domain: 'acme.test', selector: 'rsa1', privateKey }]
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

const awkward: Record<string, Partial<Outgoing>> = {
  'a plain text': { text: 'Hello Ada' },
  'lines of dots': { text: '.\r\n..\r\n.hidden\r\n\r\n.' },
  'a line of 5,000 letters': { text: 'x'.repeat(5_000) },
  'every script': { subject: 'Grüße, 你好, 👋', text: 'Ünï 😀\r\n'.repeat(300) },
  'blanks at the end of lines': { text: 'one  \r\n\ttwo\t\r\n   \r\n\r\n\r\n' },
  'html, text and files': {
    html: '<p>Hi &amp; bye</p>',
    text: 'Hi',
    attachments: [file({}), file({ filename: 'ä.bin' })],
  },
}

test.skipIf(!canRunPostfix())(
  'Postfix accepts and relays our messages unchanged, and their signatures stay valid',
  async () => {
    await using sink = await startSmtpSink({ tls: 'off' })
    await using postfix = await startPostfix(sink.port)
    const url = `smtp://127.0.0.1:${postfix?.port}?tls=off`
    await using relay = relayTransport({ url, hostname: 'us.example', final: false, timeouts: longTimeouts })
    const sent = await Promise.all(
      Object.entries(awkward).map(async ([name, special], nth) => {
        const message = await sign(await compose(outgoing({ ...special, messageId: `nth-${nth}@acme.test` })), keys)
        return {
          name,
          message,
          outcomes: await relay.send(transmissionTo(['ada@example.com', 'bob@b.example'], { message })),
        }
      }),
    )

    expect(sent.flatMap(({ outcomes }) => outcomes.map(({ kind }) => kind))).toEqual(
      sent.flatMap(() => ['accepted', 'accepted']),
    )
    const arrived = await sink.waitFor(sent.length)
    for (const { name, message } of sent) {
      const before = await read(message)
      const copy = arrived.find(({ raw }) => raw.includes(`Message-ID: ${before.messageId}`))
      expect(copy?.rcptTo.toSorted(), name).toEqual(['ada@example.com', 'bob@b.example'])
      const { results } = await dkimVerify(copy?.raw ?? Buffer.alloc(0), { resolver: async () => [[record]] })
      expect(
        results.map(({ status }) => status.result),
        name,
      ).toEqual(['pass'])
      const after = await read(copy?.raw ?? Buffer.alloc(0))
      expect([after.subject, after.text, after.html, after.attachments], name).toEqual([
        before.subject,
        before.text,
        before.html,
        before.attachments,
      ])
    }
  },
)
