/** The unchanged client of Twilio, configured with the one line that a switch needs. */
import twilio from 'twilio'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type ReceivedWebhook, startWebhookSink, type WebhookSink } from '../../sinks/webhook-sink.ts'
import { ask } from '../http-client/client.ts'
import { newPhoneNumber } from '../http-client/unique.ts'
import { createKey, createOrganization, type Organization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
const account = `AC${'0'.repeat(32)}`
const from = '+14155552671'
let organization: Organization
let messages: ReturnType<typeof clientWith>['messages']
beforeAll(async () => {
  organization = await createOrganization(dataDir, 'enterprise')
  messages = clientWith(organization.test_key).messages
})

function clientWith(key: string, baseUrl = `${url}/twilio`) {
  const client = twilio(account, key)
  client.api.baseUrl = baseUrl
  return client
}

const until = async (sid: string, status: string) => {
  await expect.poll(async () => (await messages(sid).fetch()).status, { timeout: 20_000 }).toBe(status)
  return messages(sid).fetch()
}

/** Its port may have belonged to an earlier receiver, which the same service still calls. */
async function callsTo(sink: WebhookSink, path: string, count: number): Promise<ReceivedWebhook[]> {
  const calls = () => sink.received.filter(one => one.path === path)
  await expect.poll(() => calls().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  return calls()
}

describe('a message', () => {
  test('is sent as by Twilio, shown as Twilio shows it, and is one of our messages with its id', async () => {
    const made = await messages.create({ to: '+15005550006', from, body: 'Grüße & 👋' })

    expect(made).toMatchObject({
      ...{ accountSid: account, apiVersion: '2010-04-01', body: 'Grüße & 👋', from, to: '+15005550006' },
      ...{
        direction: 'outbound-api',
        status: 'queued',
        numSegments: '1',
        numMedia: '0',
        price: null,
        priceUnit: 'USD',
      },
      ...{ errorCode: null, errorMessage: null, dateSent: null, messagingServiceSid: null },
    })
    expect(made.sid).toMatch(/^SM[0-9a-f]{32}$/)
    expect(Math.abs(Date.now() - made.dateCreated.getTime())).toBeLessThan(60_000)

    const delivered = await until(made.sid, 'delivered')
    expect(delivered.dateSent.getTime()).toBeGreaterThanOrEqual(made.dateCreated.getTime())
    const id = made.sid.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    const { body } = await ask<{ status: string }>(url, { path: `/v1/sms/${id}`, key: organization.test_key })
    expect(body.status).toBe('delivered')
  })

  test('may have numbers with punctuation, or with a plus that was not encoded', async () => {
    const to = newPhoneNumber()
    const punctuated = `${to.slice(0, 2)} (${to.slice(2, 5)}) ${to.slice(5)}`
    const authorization = `Basic ${Buffer.from(`${account}:${organization.test_key}`).toString('base64')}`
    const path = `${url}/twilio/2010-04-01/Accounts/${account}/Messages.json`
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }

    const made = await messages.create({ to: punctuated, from: '+1 415-555-2671', body: 'Hello' })
    const raw = await fetch(path, { method: 'POST', headers, body: `To=${to}&From=${from}&Body=Hello` })

    expect(made).toMatchObject({ to, from })
    expect(await raw.json()).toMatchObject({ to, from })
    expect(await messages.list({ to: punctuated })).toHaveLength(2)
  })

  test('with pictures and a time to live has both', async () => {
    const mediaUrl = ['https://example.com/a.png', 'https://example.com/b.png']

    const made = await messages.create({ to: newPhoneNumber(), from, mediaUrl, validityPeriod: 120 })

    expect(made).toMatchObject({ body: '', numMedia: '2' })
    expect(await messages(made.sid).fetch()).toMatchObject({ numMedia: '2' })
  })

  test('that failed says why', async () => {
    const { sid } = await messages.create({ to: '+15005550001', from, body: 'Hello' })

    expect(await until(sid, 'failed')).toMatchObject({ errorCode: 30008, errorMessage: expect.any(String) })
  })

  test.each([
    ['+15005550006', ['queued', 'sent', 'delivered'], undefined],
    ['+15005550001', ['queued', 'failed'], '30008'],
  ])('to %s: its callback receives %j, signed as by Twilio', async (to, statuses, lastError) => {
    await using sink = await startWebhookSink()
    const statusCallback = `${sink.url}/status?order=7`

    const { sid } = await messages.create({ to, from, body: 'Hello', statusCallback })
    const calls = (await callsTo(sink, '/status?order=7', statuses.length)).map(({ headers, body }) => ({
      signature: String(headers['x-twilio-signature']),
      fields: Object.fromEntries(new URLSearchParams(body)),
    }))

    expect(calls.map(({ fields }) => fields.MessageStatus)).toEqual(statuses)
    expect(calls.at(-1)?.fields.ErrorCode).toBe(lastError)
    for (const { signature, fields } of calls) {
      expect(fields).toMatchObject({ MessageSid: sid, SmsSid: sid, AccountSid: account, To: to, From: from })
      const isSignedWith = (token: string) => twilio.validateRequest(token, signature, statusCallback, fields)
      expect([organization.test_key, organization.live_key].map(isSignedWith)).toEqual([true, false])
    }
  })

  test('that is canceled before its time reports that to its callback', async () => {
    await using sink = await startWebhookSink()
    const sendAt = new Date(Date.now() + 3_600_000)
    const later = { sendAt, scheduleType: 'fixed' as const, statusCallback: `${sink.url}/canceled` }

    const { sid } = await messages.create({ to: newPhoneNumber(), from, body: 'Hello', ...later })
    await messages(sid).update({ status: 'canceled' })

    const calls = await callsTo(sink, '/canceled', 2)
    expect(calls.map(({ body }) => new URLSearchParams(body).get('MessageStatus'))).toEqual(['scheduled', 'canceled'])
  })

  test('for later is scheduled, needs no messaging service, and can be canceled', async () => {
    const sendAt = new Date(Date.now() + 86_400_000)
    const asked = { to: newPhoneNumber(), from, body: 'Hello', sendAt, scheduleType: 'fixed' as const }
    const messagingServiceSid = `MG${'0'.repeat(32)}`

    const made = await messages.create(asked)

    expect(made).toMatchObject({ status: 'scheduled', dateSent: null })
    expect(await messages(made.sid).fetch()).toMatchObject({ status: 'scheduled' })
    expect(await messages(made.sid).update({ status: 'canceled' })).toMatchObject({ status: 'canceled', price: null })
    expect(await messages.list({ to: asked.to })).toMatchObject([{ sid: made.sid, status: 'canceled' }])
    expect(await messages.create({ ...asked, messagingServiceSid })).toMatchObject({ status: 'scheduled' })
  })

  test('for later leaves at its time', async () => {
    const sendAt = new Date(Date.now() + 2_000)

    const { sid } = await messages.create({ to: '+15005550006', from, body: 'Hello', sendAt, scheduleType: 'fixed' })

    const { dateSent } = await until(sid, 'delivered')
    // Both have whole seconds.
    expect(dateSent.getTime()).toBeGreaterThanOrEqual(Math.floor(sendAt.getTime() / 1_000) * 1_000)
  })

  test('whose recipient opts out before its time has the code for that', async () => {
    await using sink = await startWebhookSink()
    const [to, key] = [newPhoneNumber(), organization.test_key]
    const later = { sendAt: new Date(Date.now() + 2_000), scheduleType: 'fixed' as const }
    const statusCallback = `${sink.url}/opted-out`

    const { sid } = await messages.create({ to, from, body: 'Hello', ...later, statusCallback })
    await ask(url, { method: 'POST', path: '/v1/contacts', key, body: { phone_number: to, sms_subscribed: false } })

    expect(await until(sid, 'failed')).toMatchObject({
      errorCode: 21610,
      errorMessage: expect.stringMatching(/opted out/),
    })
    expect(await messages.list({ to })).toMatchObject([
      { sid, errorCode: 21610, errorMessage: expect.stringMatching(/opted out/) },
    ])
    const calls = (await callsTo(sink, '/opted-out', 3)).map(({ body }) => new URLSearchParams(body))
    expect(calls.map(form => form.get('ErrorCode'))).toEqual([null, null, '21610'])
  })

  test('cannot be canceled once it is on its way', async () => {
    const { sid } = await messages.create({ to: newPhoneNumber(), from, body: 'Hello' })

    await expect(messages(sid).update({ status: 'canceled' })).rejects.toMatchObject({ status: 400, code: 30409 })
    await expect(messages(sid).update({ body: '' })).rejects.toMatchObject({ status: 400, code: 20001 })
  })
})

test('a list is read page by page, and can be filtered', async () => {
  const to = newPhoneNumber()
  const sids: string[] = []
  for (const body of ['one', 'two', 'three']) sids.unshift((await messages.create({ to, from, body })).sid)

  const listed = await messages.list({ to, pageSize: 2 })

  expect(listed.map(({ sid }) => sid)).toEqual(sids)
  expect(listed[0]).toMatchObject({ direction: 'outbound-api', body: 'three', numMedia: '0' })
  expect(await messages.list({ to, dateSentAfter: new Date(Date.now() + 60_000) })).toEqual([])
  expect(await messages.list({ to, dateSent: new Date(), limit: 2 })).toHaveLength(2)
  await expect(messages.page({ pageToken: 'x' })).rejects.toMatchObject({ status: 400, code: 20001 })
})

describe('what is refused', () => {
  const to = '+15005550006'
  test.each([
    ['a wrong recipient', { to: '123', from, body: 'x' }, { status: 400, code: 21211 }],
    ['a wrong sender', { to, from: '!', body: 'x' }, { status: 400, code: 21212 }],
    ['no sender', { to, body: 'x' }, { status: 400, code: 21603 }],
    ['no text', { to, from }, { status: 400, code: 21602 }],
    ['an empty text', { to, from, body: '' }, { status: 400, code: 21602 }],
    ['a recipient who opted out', { to: '+15005550004', from, body: 'x' }, { status: 400, code: 21610 }],
    ['a text that is too long', { to, from, body: 'x'.repeat(1_601) }, { status: 400, code: 21617 }],
    ['a text that cannot be stored', { to, from, body: 'a\0b' }, { status: 400, code: 20001 }],
    [
      'a callback that is not an address',
      { to, from, body: 'x', statusCallback: 'status' },
      { status: 400, code: 21609 },
    ],
    [
      'a callback to an internal address',
      { to, from, body: 'x', statusCallback: 'http://169.254.169.254/' },
      { status: 400, code: 21609 },
    ],
    [
      'a messaging service',
      { to, messagingServiceSid: `MG${'0'.repeat(32)}`, body: 'x' },
      { status: 400, code: 21603 },
    ],
    [
      'a time long ago',
      { to, from, body: 'x', sendAt: new Date(0), scheduleType: 'fixed' as const },
      { status: 400, code: 35114 },
    ],
    ['a time that is missing', { to, from, body: 'x', scheduleType: 'fixed' as const }, { status: 400, code: 35111 }],
    [
      'an application that is told what happens',
      { to, from, body: 'x', applicationSid: `AP${'0'.repeat(32)}` },
      { status: 400, code: 20001 },
    ],
    [
      'a text that must not be kept',
      { to, from, body: 'x', contentRetention: 'discard' as const },
      { status: 400, code: 20001 },
    ],
    [
      'a number that must not be kept',
      { to, from, body: 'x', addressRetention: 'obfuscate' as const },
      { status: 400, code: 20001 },
    ],
    ['an invalid time', { to, from, body: 'x', sendAt: new Date() }, { status: 400, code: 35126 }],
  ])('%s, in the words of Twilio', async (_, message, expected) => {
    await expect(messages.create(message)).rejects.toMatchObject({
      ...expected,
      moreInfo: `https://www.twilio.com/docs/errors/${expected.code}`,
    })
  })

  test('a message that does not exist, or is somebody else’s', async () => {
    const other = clientWith(organization.live_key)
    const { sid } = await messages.create({ to, from, body: 'x' })

    for (const one of [messages(`SM${'0'.repeat(32)}`), messages('x'), other.messages(sid)])
      await expect(one.fetch()).rejects.toMatchObject({ status: 404, code: 20404 })
  })

  test('a key that is unknown, or lacks the permission', async () => {
    const { key } = await createKey(dataDir, organization, 'test', 'sms:read')
    const unknown = clientWith('tx_test_unknown').messages.create({ to, from, body: 'x' })

    await expect(unknown).rejects.toMatchObject({
      status: 401,
      code: 20003,
      message: expect.stringMatching(/basic auth/),
    })
    await expect(clientWith(key).messages.create({ to, from, body: 'x' })).rejects.toMatchObject({ status: 403 })
  })

  test('what Twilio has and we have not', async () => {
    const { sid } = await messages.create({ to, from, body: 'x' })
    await expect(messages(sid).remove()).rejects.toMatchObject({ status: 405, code: 20004 })
    const client = clientWith(organization.test_key)
    for (const asked of [
      () => client.calls.list(),
      () => client.incomingPhoneNumbers.list(),
      () => client.availablePhoneNumbers('US').local.list(),
      () => client.balance.fetch(),
      () => messages(sid).media.list(),
      () => messages(sid).feedback.create({ outcome: 'confirmed' }),
    ])
      await expect(asked()).rejects.toMatchObject({
        ...{ status: 404, code: 20404, message: expect.stringMatching(/^Posthorn has no/) },
      })
  })
})

test('a client that cannot be configured with a path is recognized at the root', async () => {
  const made = await clientWith(organization.test_key, url).messages.create({ to: '+15005550006', from, body: 'x' })

  expect((await messages(made.sid).fetch()).body).toBe('x')
})
