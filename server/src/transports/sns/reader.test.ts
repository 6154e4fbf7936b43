import { expect, test } from 'vitest'
import type { Subject } from '#core/returned-mail.ts'
import { snsReader } from './reader.ts'
import { amazon, certificateUrl, confirmation, type SnsFields, snsMessage, topic } from './sns.fixture.ts'

const emailId = '01900000-0000-7000-8000-000000000001'
const known: Subject = { emailId, nth: 2 }
const subjectOf = (address: string) => (address === 'b-1@bounces.acme.test' ? known : null)

const read = (body: Buffer, now = new Date(), { get } = amazon()) =>
  snsReader({ topics: [topic], subjectOf, get })(body, now)

const bounce = {
  notificationType: 'Bounce',
  mail: { source: 'b-1@bounces.acme.test' },
  bounce: {
    bounceType: 'Permanent',
    bouncedRecipients: [
      { emailAddress: 'ada@far.example', action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' },
    ],
  },
}
const told = (event: object): SnsFields => ({ Message: JSON.stringify(event) })
const reported = {
  kind: 'report',
  report: { subject: known, notices: [expect.objectContaining({ about: ['ada@far.example'] })] },
}

test.each(['1', '2'] as const)('a bounce signed with version %s is read', async version => {
  expect(await read(snsMessage(told(bounce), version))).toEqual(reported)
  expect(await read(snsMessage({ ...told(bounce), Subject: 'Amazon SES' }, version))).toEqual(reported)
})

test.each<[string, SnsFields]>([
  ['another message', { Message: '{"notificationType":"Complaint"}' }],
  ['another time', { Timestamp: new Date(Date.now() - 1_000).toISOString() }],
  ['an added subject', { Subject: 'x' }],
  ['another type', { Type: 'UnsubscribeConfirmation' }],
  ['no signature', { Signature: '' }],
  ['a signature of another kind', { SignatureVersion: '1' }],
  ['a version that does not exist', { SignatureVersion: '3' }],
  ['another topic', { TopicArn: 'arn:aws:sns:eu-west-1:123456789012:other' }],
])('a message with %s is refused', async (_what, changed) => {
  expect(await read(snsMessage(told(bounce), '2', changed))).toEqual({ kind: 'unauthorized' })
})

test.each([
  'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0a.pem',
  'https://evil.example/SimpleNotificationService-0a.pem',
  'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem',
  'https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0a.pem',
  'https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0a.pem',
  'https://bucket.s3.amazonaws.com/SimpleNotificationService-0a.pem',
  'https://sns.eu-west-1.amazonaws.com/?Action=Publish&x=SimpleNotificationService-0a.pem',
  'https://127.0.0.1/SimpleNotificationService-0a.pem',
  '',
])('a certificate at %s is not fetched', async url => {
  const far = amazon()

  const reading = await read(snsMessage(told(bounce), '2', { SigningCertURL: url }), new Date(), far)

  expect(reading).toEqual({ kind: 'unauthorized' })
  expect(far.asked).toEqual([])
})

test('for a topic that is not listed nothing is fetched', async () => {
  const far = amazon()
  const stranger = snsMessage({ ...confirmation, TopicArn: 'arn:aws:sns:eu-west-1:999999999999:mine' })

  expect(await read(stranger, new Date(), far)).toEqual({ kind: 'unauthorized' })
  expect(far.asked).toEqual([])
})

test('a message from more than an hour ago or ahead is refused', async () => {
  const [hour, minute] = [3_600_000, 60_000]
  const body = snsMessage(told(bounce))

  expect(await read(body, new Date(Date.now() + hour - minute))).toEqual(reported)
  expect(await read(body, new Date(Date.now() + hour + minute))).toEqual({ kind: 'unauthorized' })
  expect(await read(body, new Date(Date.now() - hour - minute))).toEqual({ kind: 'unauthorized' })
})

test('the certificate is fetched once', async () => {
  const far = amazon()
  const reader = snsReader({ topics: [topic], subjectOf, get: far.get })
  const body = snsMessage(told(bounce))

  await Promise.all([reader(body, new Date()), reader(body, new Date())])
  await reader(body, new Date())

  expect(far.asked).toEqual([certificateUrl])
})

test('a failed certificate fetch is retried', async () => {
  const far = amazon()
  const away = [true, false]
  const reader = snsReader({
    topics: [topic],
    subjectOf,
    get: url => (away.shift() ? Promise.reject(new Error('away')) : far.get(url)),
  })
  const body = snsMessage(told(bounce))

  await expect(reader(body, new Date())).rejects.toThrow('away')
  expect(await reader(body, new Date())).toEqual(reported)
})

test('forged messages cause a limited number of certificate fetches', async () => {
  const far = amazon({ status: 404, body: '' })
  const reader = snsReader({ topics: [topic], subjectOf, get: far.get })
  const asked = Array.from({ length: 50 }, (_, nth) =>
    reader(
      snsMessage(told(bounce), '2', { SigningCertURL: certificateUrl.replace('0123', String(1000 + nth)) }),
      new Date(),
    ),
  )

  await Promise.allSettled(asked)

  expect(far.asked.length).toBeLessThanOrEqual(10)
})

test('an invalid certificate is refused', async () => {
  expect(await read(snsMessage(told(bounce)), new Date(), amazon({ body: 'hello' }))).toEqual({ kind: 'unauthorized' })
})

test('a subscription to a listed topic is confirmed at Amazon', async () => {
  const far = amazon()

  expect(await read(snsMessage(confirmation), new Date(), far)).toEqual({ kind: 'nothing' })
  expect(far.asked).toEqual([certificateUrl, confirmation.SubscribeURL])
})

test.each([
  'https://evil.example/?Action=ConfirmSubscription',
  'https://sns.eu-west-1.amazonaws.com/?Action=DeleteTopic',
  'http://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
])('a signed subscription is not confirmed at %s', async url => {
  const far = amazon()

  expect(await read(snsMessage({ ...confirmation, SubscribeURL: url }), new Date(), far)).toEqual({
    kind: 'unauthorized',
  })
  expect(far.asked).toEqual([certificateUrl])
})

test.each(['', '{', '[]', 'null', '"x"', '{"Type":"Notification"}', '{"Type":7,"Timestamp":"x"}'])(
  '%j is unreadable',
  async text => {
    expect(await read(Buffer.from(text))).toEqual({ kind: 'unreadable' })
  },
)
