/** The constant key and signature were created with Python's cryptography package. */
import { createPrivateKey, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { telnyxDialect, telnyxSinkPublicKey } from '../../../../sinks/http-carrier-telnyx.ts'
import { readTelnyxCallback } from './telnyx-callback.ts'
import { isTelnyxPublicKey, telnyxPublicKey } from './telnyx-signature.ts'

const publicKey = '7UkoxijRwsbq6QM4kFmVYSlZJzpcY/k2NsFGFKyHN9E='
const timestamp = '1794700000'
const now = new Date(1_794_700_000_000)
const sms = { environmentId: '01890a5d-ac96-774b-bcce-b302099a8057', smsId: '01890a5d-ac96-774b-bcce-b302099a8058' }
const reportTo = `https://sms.example.com/callbacks/telnyx?sms=${sms.environmentId}.${sms.smsId}`
const id = '40385f64-5717-4562-b3fc-2c963f66afa6'
const finalized = `{"data":{"event_type":"message.finalized","payload":{"id":"${id}","to":[{"phone_number":"+15550100002","status":"delivered"}],"cost":{"amount":"0.0051","currency":"USD"},"webhook_url":"${reportTo}"}}}`
const signature = 'szfJOE68D+KDwbqovaCWcsmiiDmUSzq8q+G9srArm3MEcmjxhRgcI+4HBMny32PX39itWRLzsSoQJ7PiVcdgBQ=='

type Call = { body?: string | Buffer; signature?: string | undefined; timestamp?: string | undefined }

function read(call: Call, { at = now, key = publicKey }: { at?: Date; key?: string } = {}) {
  const headers = { 'telnyx-signature-ed25519': call.signature, 'telnyx-timestamp': call.timestamp }
  const request = { url: 'https://sms.example.com/anything', headers, body: Buffer.from(call.body ?? finalized) }
  return readTelnyxCallback(request, { carrier: 'telnyx', publicKey: telnyxPublicKey(key), now: at })
}

const seed = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 3)])
const privateKey = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })

/** Signs content that Telnyx never sends. */
function readSigned(content: unknown) {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  return read({
    body,
    timestamp,
    signature: sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString('base64'),
  })
}

const readEvent = (event_type: string, payload: unknown) => readSigned({ data: { event_type, payload } })

const receipt = { id, to: [{ phone_number: '+15550100002', status: 'delivered' }], webhook_url: reportTo }
const inbound = {
  id,
  from: { phone_number: '+15550100002' },
  to: [{ phone_number: '+15550100001' }],
  text: 'Grüße 👋',
  media: [{ url: 'https://media.example.com/1.png' }],
}
const unauthorized = { kind: 'unauthorized' }
const unreadable = { kind: 'unreadable' }

describe('a signature', () => {
  test('that is valid is accepted up to five minutes earlier or later', () => {
    for (const seconds of [0, -300, 300])
      expect(read({ timestamp, signature }, { at: new Date(now.getTime() + seconds * 1_000) })).toMatchObject({
        kind: 'read',
      })
  })

  test.each<[string, Call]>([
    ['is missing', { timestamp, signature: undefined }],
    ['is empty', { timestamp, signature: '' }],
    ['has no time', { timestamp: undefined, signature }],
    ['is for another time', { timestamp: '1794700001', signature }],
    ['has an invalid time', { timestamp: '1794700000.0', signature }],
    ['has an endless time', { timestamp: `${'0'.repeat(20)}1794700000`, signature }],
    ['is for another body', { timestamp, signature, body: finalized.replace('delivered', 'undelivered') }],
    ['is for a shorter body', { timestamp, signature, body: `${finalized} ` }],
    ['is for a longer body', { timestamp, signature, body: finalized.slice(0, -1) }],
    ['is for an empty body', { timestamp, signature, body: '' }],
    ['is changed', { timestamp, signature: `t${signature.slice(1)}` }],
    ['is not base64', { timestamp, signature: '!'.repeat(88) }],
    ['is truncated', { timestamp, signature: signature.slice(0, 44) }],
    ['is too long', { timestamp, signature: signature.repeat(2) }],
  ])('that %s is not accepted', (_, call) => {
    expect(read(call)).toEqual(unauthorized)
  })

  test.each([-301, 301])('is not accepted %s seconds away', seconds => {
    expect(read({ timestamp, signature }, { at: new Date(now.getTime() + seconds * 1_000) })).toEqual(unauthorized)
  })

  test('of another account is not accepted', () => {
    expect(read({ timestamp, signature }, { key: telnyxSinkPublicKey })).toEqual(unauthorized)
  })

  test('does not make an oversized request acceptable', () => {
    expect(readEvent('message.finalized', { ...receipt, padding: 'x'.repeat(270_000) })).toEqual(unauthorized)
  })
})

test.each(['', 'short', `${'A'.repeat(42)}==`, `${'A'.repeat(44)}`, publicKey.replace('+', '-')])(
  '%j is not a public key',
  text => {
    expect(isTelnyxPublicKey(text)).toBe(text === publicKey)
  },
)

describe('a receipt', () => {
  test('has our message id, the carrier id and the cost', () => {
    expect(read({ timestamp, signature })).toEqual({
      kind: 'read',
      receipts: [{ carrier: 'telnyx', carrierId: id, sms, state: 'delivered', reply: 'delivered', cost: '0.0051' }],
      inbound: [],
      reply: { type: 'application/json', body: '{}' },
    })
  })

  test.each([
    ['queued', 'sent'],
    ['sending', 'sent'],
    ['sent', 'sent'],
    ['delivery_unconfirmed', 'sent'],
    ['something_new', 'sent'],
    ['delivered', 'delivered'],
    ['sending_failed', 'undelivered'],
    ['delivery_failed', 'undelivered'],
    ['expired', 'undelivered'],
  ])('with %s means %s', (status, state) => {
    for (const event of ['message.sent', 'message.finalized'])
      expect(readEvent(event, { ...receipt, to: [{ status }] })).toMatchObject({ receipts: [{ state }] })
  })

  test('quotes the error', () => {
    const errors = [{ code: '40008', title: 'Undeliverable', detail: 'Not\r\naccepted' }]
    const payload = { ...receipt, to: [{ status: 'delivery_failed' }], errors }

    expect(readEvent('message.finalized', payload)).toMatchObject({
      receipts: [{ reply: 'delivery_failed 40008 Undeliverable Not accepted' }],
    })
  })

  test('tells that the recipient has opted out', () => {
    const readWith = (code: string) =>
      readEvent('message.finalized', { ...receipt, to: [{ status: 'delivery_failed' }], errors: [{ code }] })

    expect(readWith('40300')).toMatchObject({ receipts: [{ state: 'undelivered', optedOut: true }] })
    expect(readWith('40008')).not.toMatchObject({ receipts: [{ optedOut: true }] })
  })

  test.each([
    [{ amount: '0.0051', currency: 'EUR' }],
    [{ amount: 'free', currency: 'USD' }],
    [{ amount: '1e-7', currency: 'USD' }],
    [{ amount: { $gt: 0 }, currency: 'USD' }],
    [null],
    ['0.0051'],
  ])('with the cost %j has none', cost => {
    const reading = readEvent('message.finalized', { ...receipt, cost })

    expect(reading).toMatchObject({ kind: 'read' })
    expect(reading).not.toMatchObject({ receipts: [{ cost: expect.anything() }] })
  })

  test.each([undefined, null, '', 7, 'https://sms.example.com/', `${reportTo}0`, 'https://x.test/?sms=1.2'])(
    'for the URL %s matches no message of ours',
    webhook_url => {
      const payload = { ...receipt, webhook_url }

      expect(readEvent('message.finalized', payload)).toMatchObject({ receipts: [{ carrierId: id, sms: null }] })
    },
  )

  test.each<[string, unknown]>([
    ['a payload', undefined],
    ['an object', 'payload'],
    ['an id', { ...receipt, id: undefined }],
    ['a string id', { ...receipt, id: { toString: 'x' } }],
    ['a recipient', { ...receipt, to: [] }],
    ['a list of recipients', { ...receipt, to: 'everybody' }],
    ['a status', { ...receipt, to: [{}] }],
  ])('without %s is not read', (_, payload) => {
    expect(readEvent('message.finalized', payload)).toEqual(unreadable)
  })
})

describe('a message from a person', () => {
  test('is read with its pictures', () => {
    expect(readEvent('message.received', inbound)).toEqual({
      kind: 'read',
      receipts: [],
      inbound: [
        {
          carrier: 'telnyx',
          carrierId: id,
          from: '+15550100002',
          to: '+15550100001',
          body: 'Grüße 👋',
          mediaUrls: ['https://media.example.com/1.png'],
        },
      ],
      reply: { type: 'application/json', body: '{}' },
    })
  })

  test('may have no text and no pictures', () => {
    const payload = { ...inbound, text: null, media: null }

    expect(readEvent('message.received', payload)).toMatchObject({ inbound: [{ body: '', mediaUrls: [] }] })
  })

  test('says when Telnyx has answered a word that the account has chosen', () => {
    const [unanswered, answered] = [null, 'STOP'].map(autoresponse_type =>
      readEvent('message.received', { ...inbound, text: 'FIN', autoresponse_type }),
    )

    expect(answered).toMatchObject({ inbound: [{ body: 'FIN', isAnswered: true, keyword: 'stop' }] })
    expect(unanswered).not.toMatchObject({ inbound: [{ isAnswered: true }] })
  })

  test('loses characters that cannot be stored, and invalid links', () => {
    const media = [{ url: 'file:///etc/passwd' }, { url: 7 }, null, { url: 'https://media.example.com/2.png' }]

    expect(readEvent('message.received', { ...inbound, text: 'a\0b\ud800', media })).toMatchObject({
      inbound: [{ body: 'ab\ufffd', mediaUrls: ['https://media.example.com/2.png'] }],
    })
  })

  test.each<[string, unknown]>([
    ['an id', { ...inbound, id: '' }],
    ['a sender', { ...inbound, from: '+15550100002' }],
    ['a recipient', { ...inbound, to: [] }],
    ['a number', { ...inbound, from: { phone_number: '1'.repeat(51) } }],
  ])('without %s is not read', (_, payload) => {
    expect(readEvent('message.received', payload)).toEqual(unreadable)
  })
})

test('other events are only confirmed', () => {
  expect(readEvent('message.link_click', {})).toMatchObject({ kind: 'read', receipts: [], inbound: [] })
})

test.each(['', 'null', '[]', '{}', '{"data":[]}', '{"data":{"event_type":7}}', '<xml/>', '{'])(
  '%j is unreadable, even when signed',
  body => {
    expect(readSigned(body)).toEqual(unreadable)
  },
)

test('the signature of the sink is accepted', () => {
  const callback = telnyxDialect({ apiKey: 'key' }).inbound(
    { from: '+15550100002', to: '+15550100001', body: 'STOP' },
    'https://sms.example.com/callbacks/telnyx',
  )
  const request = { url: '', headers: callback.headers, body: Buffer.from(callback.body) }
  const key = telnyxPublicKey(telnyxSinkPublicKey)

  expect(readTelnyxCallback(request, { carrier: 'telnyx', publicKey: key, now: new Date() })).toMatchObject({
    inbound: [{ body: 'STOP' }],
  })
})
