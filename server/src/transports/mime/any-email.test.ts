import { isEmailAddress } from '@posthorn/contract/formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compose } from './compose.ts'
import { expectSound, falseEnds, headerNames, read } from './message.fixture.ts'

const atom = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}$/)
const label = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9-]{0,20}[A-Za-z0-9])?$/)
const address = fc
  .tuple(fc.array(atom, { minLength: 1, maxLength: 3 }), fc.array(label, { minLength: 1, maxLength: 3 }))
  .map(([atoms, labels]) => `${atoms.join('.')}@${labels.join('.')}.test`)
  .filter(isEmailAddress)
const hostile = fc.constantFrom(
  ...'",;:<>()[]@\\=?_ .',
  '=?',
  '?=',
  '=?utf-8?B?',
  '  ',
  'ß',
  '漢',
  '😀',
  'Bcc: ',
  'e\u0301',
)
const oneLine = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }).map(text => text.replace(/\p{Cc}/gu, '').toWellFormed()),
  fc.array(fc.oneof(hostile, fc.string({ maxLength: 5 })), { maxLength: 100 }).map(parts => parts.join('')),
)
const body = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 2000 }),
  fc
    .array(fc.oneof(hostile, fc.constantFrom(...falseEnds, '\r', '\n', '\t', '=', '--', '<p>'), fc.lorem()))
    .map(parts => parts.join('')),
)
const email = fc.record({
  messageId: fc.uuid().map(id => `${id}@acme.test`),
  date: fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true }),
  from: fc.record({ name: fc.option(oneLine), address }),
  to: fc.array(address, { minLength: 1, maxLength: 50 }),
  cc: fc.array(address, { maxLength: 5 }),
  replyTo: fc.array(address, { maxLength: 3 }),
  subject: oneLine,
  html: fc.option(body),
  text: fc.option(body),
  headers: fc.dictionary(fc.stringMatching(/^X-[!-9;-~]{1,30}$/), oneLine, { maxKeys: 5 }),
  attachments: fc.array(
    fc.record({
      filename: oneLine.filter(name => name !== ''),
      type: fc.constantFrom('application/pdf', 'text/csv', 'message/rfc822', 'image/png'),
      contentId: fc.option(fc.stringMatching(/^[a-z0-9@.]{1,30}$/)),
      inline: fc.boolean(),
      content: fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
    }),
    { maxLength: 3 },
  ),
})

test('any email is a valid message without Bcc, with the right sender and recipients', async () => {
  await fc.assert(
    fc.asyncProperty(email, async given => {
      const message = await compose(given)

      expectSound(message)
      expect(headerNames(message).map(name => name.toLowerCase())).not.toContain('bcc')
      const { from, to, cc, replyTo, subject, attachments } = await read(message)
      expect(from?.address).toBe(given.from.address)
      expect(from?.name?.trim()).toBe(given.from.name?.trim() ?? '')
      expect(to?.map(mailbox => mailbox.address)).toEqual(given.to)
      expect(cc?.map(mailbox => mailbox.address) ?? []).toEqual(given.cc)
      expect(replyTo?.map(mailbox => mailbox.address) ?? []).toEqual(given.replyTo)
      expect(subject?.trim() ?? '').toBe(given.subject.trim())
      expect(attachments).toHaveLength(given.attachments.length)
    }),
    { numRuns: 500 },
  )
})
