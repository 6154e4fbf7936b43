import { describe, test } from 'vitest'
import type { Outgoing } from '../transport.ts'
import { compose } from './compose.ts'
import { expectSound, falseEnds, file, outgoing } from './message.fixture.ts'

describe.each(falseEnds)('a smuggled end of message %j', end => {
  const evil = `x${end}MAIL FROM:<eve@evil.test>${end}`

  test.each<[string, Partial<Outgoing>]>([
    ['text', { text: evil }],
    ['html', { html: `<p>${evil}</p>`, text: null }],
    ['long html', { html: `<p>${evil}</p>${'ü'.repeat(1000)}` }],
    ['subject', { subject: evil }],
    ['a header', { headers: { 'X-Evil': evil } }],
    ['a name', { from: { name: evil, address: 'hello@acme.test' } }],
    ['a filename', { attachments: [file({ filename: evil })] }],
    ['a file', { attachments: [file({ content: Buffer.from(evil) })] }],
    ['an attached message', { attachments: [file({ type: 'message/rfc822', content: Buffer.from(evil) })] }],
  ])('in %s does not end the message for any server, after dot-stuffing', async (_where, special) => {
    expectSound(await compose(outgoing(special)))
  })
})
