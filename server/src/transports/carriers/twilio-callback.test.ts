/** The constant signatures were created with Python's hmac; the first is the example in Twilio's documentation. */
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { twilioDialect } from '../../../../sinks/http-carrier-twilio.ts'
import { readTwilioCallback } from './twilio-callback.ts'

const authToken = 'f0e1d2c3b4a5968778695a4b3c2d1e0f'
const address = 'https://sms.example.com/callbacks/twilio'
const sms = { environmentId: '01890a5d-ac96-774b-bcce-b302099a8057', smsId: '01890a5d-ac96-774b-bcce-b302099a8058' }
const reportTo = `${address}?sms=${sms.environmentId}.${sms.smsId}`
const sid = `SM${'a'.repeat(32)}`

const receipt = {
  AccountSid: `AC${'0'.repeat(32)}`,
  From: '+15550100001',
  MessageSid: sid,
  MessageStatus: 'delivered',
  SmsSid: sid,
  SmsStatus: 'delivered',
  To: '+15550100002',
}
const receiptSignature = 'iwxVGFzL+dXOGmwyUjj8Hyu47qU='
const inbound = {
  Body: 'Grüße & 👋 = 100 %',
  From: '+15550100002',
  MediaUrl0: 'https://api.twilio.com/Media/ME1',
  MessageSid: `SM${'b'.repeat(32)}`,
  NumMedia: '1',
  SmsStatus: 'received',
  To: '+15550100001',
}

type Parameters = Record<string, string> | [string, string][]

const read = (url: string, parameters: Parameters, signature: string | undefined, token = authToken) =>
  readTwilioCallback(
    {
      url,
      headers: { 'x-twilio-signature': signature },
      body: Buffer.from(new URLSearchParams(parameters).toString()),
    },
    { carrier: 'twilio', authToken: token },
  )

/** Signs content that Twilio never sends. */
function readSigned(parameters: Record<string, string>, url = reportTo) {
  const text = Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .reduce((all, [name, value]) => all + name + value, url)
  return read(url, parameters, createHmac('sha1', authToken).update(text).digest('base64'))
}

describe('a signature', () => {
  test('matches the documentation', () => {
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
    const parameters = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675310',
      Digits: '1234',
      From: '+14158675310',
      To: '+18005551212',
    }

    expect(read(url, parameters, 'GvWf1cFY/Q7PnoempGyD5oXAezc=', '12345')).toEqual({ kind: 'unreadable' })
    expect(read(url, parameters, 'GvWf1cFY/Q7PnoempGyD5oXAezd=', '12345')).toEqual({ kind: 'unauthorized' })
  })

  test('may include the default port', () => {
    expect(read(reportTo, receipt, receiptSignature)).toMatchObject({ kind: 'read' })
    expect(read(reportTo, receipt, 'KT3giys3GNoX7Dne6Z1/w+7Mro0=')).toMatchObject({ kind: 'read' })
    expect(read(reportTo.replace('.com/', '.com:443/'), receipt, receiptSignature)).toMatchObject({ kind: 'read' })
  })

  test.each<[string, string, Parameters, string | undefined, string?]>([
    ['is missing', reportTo, receipt, undefined],
    ['is empty', reportTo, receipt, ''],
    ['is too short', reportTo, receipt, receiptSignature.slice(0, 8)],
    ['is for another URL', address, receipt, receiptSignature],
    ['is for another message', reportTo.replace('8058', '8059'), receipt, receiptSignature],
    ['is for another host', reportTo.replace('sms.', 'smS.'), receipt, receiptSignature],
    ['is for http', reportTo.replace('https', 'http'), receipt, receiptSignature],
    ['is for another status', reportTo, { ...receipt, MessageStatus: 'failed' }, receiptSignature],
    ['is for fewer parameters', reportTo, { ...receipt, ErrorCode: '30003' }, receiptSignature],
    ['is for more parameters', reportTo, { MessageSid: sid, MessageStatus: 'delivered' }, receiptSignature],
    ['is for a single value', reportTo, [...Object.entries(receipt), ['MessageStatus', 'failed']], receiptSignature],
    ['uses another token', reportTo, receipt, receiptSignature, 'another'],
    ['is for no parameters', reportTo, {}, receiptSignature],
    ['has an invalid URL', 'nowhere', receipt, receiptSignature],
  ])('that %s is not accepted', (_, url, parameters, signature, token) => {
    expect(read(url, parameters, signature, token)).toEqual({ kind: 'unauthorized' })
  })

  test('does not make an oversized request acceptable', () => {
    expect(readSigned({ ...receipt, Padding: 'x'.repeat(270_000) })).toEqual({ kind: 'unauthorized' })
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, nth) => [`P${nth}`, '']))
    expect(readSigned({ ...receipt, ...many })).toEqual({ kind: 'unauthorized' })
  })
})

describe('a receipt', () => {
  test('has our message id and the carrier id', () => {
    expect(read(reportTo, receipt, receiptSignature)).toEqual({
      kind: 'read',
      receipts: [{ carrier: 'twilio', carrierId: sid, sms, state: 'delivered', reply: 'delivered' }],
      inbound: [],
      reply: { type: 'text/plain', body: '' },
    })
  })

  test.each([
    ['accepted', 'sent'],
    ['queued', 'sent'],
    ['sending', 'sent'],
    ['sent', 'sent'],
    ['something-new', 'sent'],
    ['delivered', 'delivered'],
    ['undelivered', 'undelivered'],
    ['failed', 'undelivered'],
  ])('with %s means %s', (MessageStatus, state) => {
    expect(readSigned({ ...receipt, MessageStatus })).toMatchObject({ receipts: [{ state }] })
  })

  test('quotes the error', () => {
    const parameters = { ...receipt, MessageStatus: 'undelivered', ErrorCode: '30003', ErrorMessage: 'Not\nreached' }

    expect(readSigned(parameters)).toMatchObject({ receipts: [{ reply: 'undelivered 30003 Not reached' }] })
  })

  test('tells that the recipient has opted out', () => {
    const readWith = (ErrorCode: string) => readSigned({ ...receipt, MessageStatus: 'failed', ErrorCode })

    expect(readWith('21610')).toMatchObject({ receipts: [{ state: 'undelivered', optedOut: true }] })
    expect(readWith('30003')).not.toMatchObject({ receipts: [{ optedOut: true }] })
  })

  test.each([
    address,
    `${address}?sms=`,
    `${address}?sms=1.2`,
    `${address}?sms=${sms.smsId}`,
    `${address}?sms=${sms.environmentId}.${sms.smsId}x`,
    `${address}?sms=${sms.environmentId}.${'-'.repeat(36)}`,
  ])('at %s matches no message of ours', url => {
    expect(readSigned(receipt, url)).toMatchObject({ receipts: [{ carrierId: sid, sms: null }] })
  })

  test('with two ids is not read', () => {
    const parameters: Parameters = [
      ['From', '+15550100001'],
      ['MessageSid', `SM${'c'.repeat(32)}`],
      ['MessageSid', sid],
      ['MessageStatus', 'delivered'],
      ['To', '+15550100002'],
    ]

    expect(read(address, parameters, 'EDOg2ZvJNjCNGDGDc73/LLLK418=')).toEqual({ kind: 'unreadable' })
  })

  test.each([
    ['without an id', { MessageStatus: 'delivered' }],
    ['with a very long id', { ...receipt, MessageSid: 'x'.repeat(101) }],
    ['with an invalid id', { ...receipt, MessageSid: 'SM\0' }],
    ['without a status', { ...receipt, MessageStatus: '' }],
  ])('%s is not read', (_, parameters) => {
    expect(readSigned(parameters)).toEqual({ kind: 'unreadable' })
  })
})

describe('a message from a person', () => {
  test('is read with its pictures', () => {
    expect(read(address, inbound, '75N6j4YzjgzODnAAG2qBBng/D1w=')).toEqual({
      kind: 'read',
      receipts: [],
      inbound: [
        {
          carrier: 'twilio',
          carrierId: `SM${'b'.repeat(32)}`,
          from: '+15550100002',
          to: '+15550100001',
          body: 'Grüße & 👋 = 100 %',
          mediaUrls: ['https://api.twilio.com/Media/ME1'],
        },
      ],
      reply: { type: 'text/xml', body: '<Response/>' },
    })
  })

  test('may be empty, and has at most ten pictures', () => {
    const media = Object.fromEntries(
      Array.from({ length: 12 }, (_, nth) => [`MediaUrl${nth}`, `https://m.test/${nth}`]),
    )

    const reading = readSigned({ ...inbound, Body: '', NumMedia: '12', ...media }, address)

    expect(reading).toMatchObject({ inbound: [{ body: '', mediaUrls: { length: 10 } }] })
  })

  test.each(['-1', 'many', '1e99', '0'])('with the picture count %s may have none', NumMedia => {
    const { MediaUrl0: _, ...without } = inbound

    expect(readSigned({ ...without, NumMedia }, address)).toMatchObject({ inbound: [{ mediaUrls: [] }] })
  })

  test('says when Twilio has answered a word that the account has chosen', () => {
    const reading = readSigned({ ...inbound, Body: 'FIN', OptOutType: 'STOP' }, address)

    expect(reading).toMatchObject({ inbound: [{ body: 'FIN', isAnswered: true, keyword: 'stop' }] })
  })

  test('loses characters that cannot be stored, and invalid links', () => {
    const reading = readSigned({ ...inbound, Body: 'a\0b', MediaUrl0: 'javascript:alert()' }, address)

    expect(reading).toMatchObject({ inbound: [{ body: 'ab', mediaUrls: [] }] })
  })

  test.each(['Body', 'From', 'To', 'MessageSid', 'NumMedia'])('without %s is not read', name => {
    const { [name]: _, ...without }: Record<string, string> = inbound

    expect(readSigned(without, address)).toEqual({ kind: 'unreadable' })
  })

  test.each(['From', 'To'])('with an invalid %s is not read', name => {
    expect(readSigned({ ...inbound, [name]: '+1555\n0100' }, address)).toEqual({ kind: 'unreadable' })
    expect(readSigned({ ...inbound, [name]: '1'.repeat(51) }, address)).toEqual({ kind: 'unreadable' })
  })

  test('cannot be forged from a receipt by shifting parameter boundaries', () => {
    const { MessageStatus: _, ...rest } = receipt

    expect(read(reportTo, { ...rest, MessageStatusdelivered: '' }, receiptSignature)).toEqual({ kind: 'unreadable' })
  })
})

test('the signature of the sink is accepted', () => {
  const dialect = twilioDialect({ accountSid: receipt.AccountSid, authToken })
  const callback = dialect.inbound({ from: '+15550100002', to: '+15550100001', body: 'STOP' }, address)

  const request = { url: address, headers: callback.headers, body: Buffer.from(callback.body) }

  expect(readTwilioCallback(request, { carrier: 'twilio', authToken })).toMatchObject({ inbound: [{ body: 'STOP' }] })
})
