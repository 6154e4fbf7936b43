/** The unchanged client of Postmark, configured with the one line that a switch needs. */
import { Errors, ServerClient } from 'postmark'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ask } from '../http-client/client.ts'
import { newEmail, newWord } from '../http-client/unique.ts'
import { createKey, createOrganization, type Organization } from '../service/operator.ts'
import { expectMatrix } from './door-matrix.ts'
import { filledIn, hello, type PostmarkScene, postmarkCalls, refusedCalls } from './postmark-calls.ts'

const { url, dataDir } = inject('service')
const host = new URL(url).host
let organization: Organization
let postmark: ServerClient
let scene: PostmarkScene
beforeAll(async () => {
  organization = await createOrganization(dataDir)
  postmark = clientWith(organization.test_key)
  const alias = newWord()
  const body = { friendly_name: alias, status: 'published', subject: 'Hi', html: '<p>Hi {{ name }}</p>' }
  await ask(url, { method: 'POST', path: '/v1/templates', key: organization.test_key, body })
  scene = { alias, messageId: (await postmark.sendEmail({ ...hello, To: newEmail() })).MessageID }
})

const clientWith = (key: string, requestHost = `${host}/postmark`, fetch?: typeof globalThis.fetch) =>
  new ServerClient(key, { requestHost, useHttps: false, ...(fetch && { fetch }) })

const refusal = async (asked: Promise<unknown>) => Object(await asked.catch((error: unknown) => error))

test.each(Object.entries(postmarkCalls))('%s', async (_, call) => {
  expect(await call(postmark, scene)).toBeInstanceOf(Object)
})

test.each(Object.entries(refusedCalls))('%s is refused with a sentence', async (_, call) => {
  const { statusCode, message } = await refusal(call(postmark, scene))
  expect([statusCode, message]).toEqual([404, expect.stringMatching(/^Posthorn has no/)])
})

describe('emails', () => {
  test('an email is accepted as by Postmark, and shown as Postmark would show it', async () => {
    const [to, cc] = [newEmail(), newEmail()]
    const sent = await postmark.sendEmail({
      ...hello,
      ...{
        To: `"Lovelace, Ada" <${to}>`,
        Cc: cc,
        ReplyTo: 'answers@acme.test',
        Tag: 'welcome',
        Metadata: { order: '7' },
      },
      Headers: [{ Name: 'X-Own', Value: '1' }],
      Attachments: [{ Name: 'a.txt', Content: 'aGk=', ContentType: 'text/plain', ContentID: null }],
    })

    expect(sent).toMatchObject({ To: `"Lovelace, Ada" <${to}>`, Cc: cc, ErrorCode: 0, Message: 'OK' })
    const details = () => postmark.getOutboundMessageDetails(sent.MessageID)
    await expect.poll(async () => (await details()).MessageEvents.map(event => event.Type)).toContain('Delivered')
    expect(await details()).toMatchObject({
      ...{ MessageID: sent.MessageID, From: hello.From, Subject: 'Hello', HtmlBody: hello.HtmlBody, Status: 'Sent' },
      Attachments: ['a.txt'],
      ...{ To: [{ Email: to }], Cc: [{ Email: cc }], Recipients: [to, cc], Tag: 'welcome', Metadata: { order: '7' } },
    })
    const path = `/v1/emails/${sent.MessageID}/raw`
    const { text } = await ask(url, { path, key: organization.test_key })
    expect(text).toMatch(/^X-Own: 1\r$/m)
    expect(text).toContain('filename="a.txt"')
  })

  test('each email of a batch has its own answer', async () => {
    const good = { ...hello, To: newEmail() }
    const [first, second, third] = await postmark.sendEmailBatch([good, { ...good, To: 'nobody' }, good])

    expect([first?.ErrorCode, third?.ErrorCode]).toEqual([0, 0])
    expect(second).toEqual({ ErrorCode: 300, Message: expect.stringMatching(/^To\.0: /) })
  })

  test.each([
    [{}, { TrackOpens: false, TrackLinks: 'None', MessageStream: 'outbound' }],
    [{ TrackOpens: true }, { TrackOpens: true, TrackLinks: 'None' }],
    [
      { TrackLinks: 'HtmlAndText', MessageStream: 'broadcast' },
      { TrackLinks: 'HtmlOnly', MessageStream: 'broadcast' },
    ],
  ])('tracking and stream are as asked: %j', async (asked, shown) => {
    const { MessageID } = await postmark.sendEmail({ ...hello, To: newEmail(), ...(asked as object) })
    expect(await postmark.getOutboundMessageDetails(MessageID)).toMatchObject(shown)
  })

  test('a template is filled in', async () => {
    const { MessageID } = await postmark.sendEmailWithTemplate(filledIn(scene.alias))
    expect(await postmark.getOutboundMessageDetails(MessageID)).toMatchObject({
      Subject: 'Hi',
      HtmlBody: '<p>Hi Ada</p>',
    })
    const [gone] = await postmark.sendEmailBatchWithTemplates([filledIn('nothing')])
    expect(gone).toMatchObject({ ErrorCode: 1101 })
  })

  test('a list can be read by number, and by recipient', async () => {
    const To = newEmail()
    const sent: string[] = []
    for (let nth = 0; nth < 3; nth++) sent.push((await postmark.sendEmail({ ...hello, To })).MessageID)
    const list = async (asked: object) => {
      const { TotalCount, Messages } = await postmark.getOutboundMessages({ recipient: To, ...asked })
      return [TotalCount, Messages.map(({ MessageID }) => MessageID)]
    }

    expect(await list({ count: 2 })).toEqual([3, [sent[2], sent[1]]])
    expect(await list({ count: 2, offset: 2 })).toEqual([3, [sent[0]]])
    expect(await list({ toDate: '2026-01-01' })).toEqual([0, []])
    for (const filter of [
      { subject: 'Hello' },
      { messageStream: 'outbound' },
      { metadata_order: '7' },
      { Status: 'sent' },
    ])
      expect(await refusal(list(filter))).toMatchObject({
        ...{ statusCode: 422, code: 300, message: expect.stringMatching(/: is not supported here: /) },
      })
  })

  test('the case of names does not matter, as at Postmark', async () => {
    const to = newEmail()
    const named = {
      ...{
        from: hello.From,
        TO: to,
        subject: 'Hi',
        htmlbody: '<p>Hi</p>',
        messageStream: 'broadcast',
        trackopens: true,
      },
      ...{ headers: [{ name: 'X-Own', value: '1' }], attachments: [{ name: 'a.txt', content: 'aGk=' }] },
      metadata: { Order: '7', order: '8' },
    }
    const headers = { 'x-postmark-server-token': organization.test_key, 'content-type': 'application/json' }
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${url}/postmark${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      // `as`: an email has one answer, a batch a list of them.
      return [await answer.json()].flat() as { MessageID: string }[]
    }

    const sent = [
      ...(await post('/email', named)),
      ...(await post('/email/batch', [named])),
      ...(await post('/email/batchWithTemplates', { messages: [named] })),
    ]

    expect(sent).toMatchObject([{ To: to, ErrorCode: 0 }, { ErrorCode: 0 }, { ErrorCode: 0 }])
    expect(await postmark.getOutboundMessages({ Recipient: to })).toMatchObject({ TotalCount: 3 })
    for (const { MessageID } of sent) {
      const { text } = await ask(url, { path: `/v1/emails/${MessageID}/raw`, key: organization.test_key })
      expect(text).toMatch(/^X-Own: 1\r$/m)
      expect(await postmark.getOutboundMessageDetails(MessageID)).toMatchObject({
        ...{ MessageStream: 'broadcast', TrackOpens: true, Attachments: ['a.txt'] },
        Metadata: { Order: '7', order: '8' },
      })
    }
  })

  test('the same Idempotency-Key sends one email', async () => {
    const headers = { 'Idempotency-Key': newWord() }
    const fetchOnce: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, ...headers } })
    const once = clientWith(organization.test_key, undefined, fetchOnce)
    const batch = [
      { ...hello, To: newEmail() },
      { ...hello, To: newEmail() },
    ]
    const ids = async () => (await once.sendEmailBatch(batch)).map(({ MessageID }) => MessageID)
    const first = await ids()

    expect(new Set(first).size).toBe(2)
    expect(await ids()).toEqual(first)
  })
})

test('a suppressed recipient is inactive, until the address is taken off the list', async () => {
  const EmailAddress = newEmail()
  const Suppressions = [{ EmailAddress }, { EmailAddress: 'nobody' }]
  const send = (To: string) => postmark.sendEmail({ ...hello, To })

  expect(await postmark.createSuppressions('outbound', { Suppressions })).toMatchObject({
    Suppressions: [
      { EmailAddress, Status: 'Suppressed', Message: null },
      { EmailAddress: 'nobody', Status: 'Failed', Message: expect.any(String) },
    ],
  })
  expect(await postmark.getSuppressions('outbound', { emailAddress: EmailAddress })).toMatchObject({
    Suppressions: [{ EmailAddress, SuppressionReason: 'ManualSuppression', Origin: 'Customer' }],
  })
  const refused = await refusal(send(EmailAddress))
  expect(refused).toMatchObject({ code: 406, recipients: [EmailAddress] })
  const { ErrorCode, Message } = await send(`${EmailAddress}, ${newEmail()}`)
  expect(ErrorCode).toBe(0)
  // As the clients for Ruby and Python and django-anymail read them.
  for (const pattern of [/Found inactive addresses: (.+?)\. Inactive/, /Found inactive addresses:\s*(.+?)\.(?:\s|$)/])
    expect(pattern.exec(refused.message)?.[1]).toBe(EmailAddress)
  for (const text of [refused.message, Message])
    expect(/inactive addresses:\s*(.*)\.\s*Inactive recipients/.exec(text)?.[1]).toBe(EmailAddress)
  expect(await postmark.deleteSuppressions('outbound', { Suppressions: [{ EmailAddress }] })).toMatchObject({
    Suppressions: [{ EmailAddress, Status: 'Deleted' }],
  })
  expect(await send(EmailAddress)).toMatchObject({ ErrorCode: 0, Message: 'OK' })
})

describe('errors are reported in the words of Postmark', () => {
  test.each([
    ['no recipient', { To: '' }, 300],
    ['no such sender', { From: 'nobody' }, 300],
    ['no content', { HtmlBody: '' }, 300],
    ['links in text', { TrackLinks: 'TextOnly' as never }, 300],
    ['a stream of their own', { MessageStream: 'news' }, 1235],
  ])('%s', async (_, fields, code) => {
    const error = await refusal(postmark.sendEmail({ ...hello, To: newEmail(), ...fields }))
    expect(error).toBeInstanceOf(Errors.ApiInputError)
    expect([error.statusCode, error.code]).toEqual([422, code])
    expect(error.message).toMatch(/^(?:To|From|HtmlBody|MessageStream|TrackLinks): /)
  })

  test('a stream of their own has no suppressions', async () => {
    const emailAddress = newEmail()
    const entries = { Suppressions: [{ EmailAddress: emailAddress }] }
    const calls = [
      postmark.getSuppressions('news'),
      postmark.createSuppressions('news', entries),
      postmark.deleteSuppressions('news', entries),
    ]
    // Together: a refusal that nobody waits for yet would count as unhandled.
    for (const refused of await Promise.all(calls.map(refusal)))
      expect(refused).toMatchObject({ statusCode: 422, code: 1235 })
    expect(await postmark.getSuppressions('broadcast')).toMatchObject({ Suppressions: expect.any(Array) })
    expect(await postmark.getSuppressions('outbound', { emailAddress })).toMatchObject({ Suppressions: [] })
  })

  test('an unknown reason is answered with the known ones', async () => {
    const asked = postmark.getSuppressions('outbound', { suppressionReason: 'Zork' as never })
    expect((await refusal(asked)).message).toMatch(/must be one of HardBounce, SpamComplaint, ManualSuppression$/)
  })

  test('keys: none, a wrong one, and one without the permission', async () => {
    const { key } = await createKey(dataDir, organization, 'test', 'emails:read')
    const send = (with_: string) => refusal(clientWith(with_).sendEmail({ ...hello, To: newEmail() }))
    const none = await fetch(`${url}/postmark/email`, { method: 'POST', body: '{}' })

    expect([none.status, await none.json()]).toMatchObject([401, { ErrorCode: 10 }])
    expect(await send('wrong')).toMatchObject({ statusCode: 401, code: 10 })
    expect(await send(key)).toMatchObject({ statusCode: 401, code: 10 })
    const headers = { authorization: `Bearer ${organization.test_key}` }
    expect((await fetch(`${url}/postmark/messages/outbound`, { headers })).status).toBe(401)
  })

  test('unknown messages, paths and batches', async () => {
    const batch = Array.from({ length: 501 }, () => ({ ...hello, To: 'ada@example.com' }))
    expect(await refusal(postmark.getOutboundMessageDetails('nothing'))).toMatchObject({ statusCode: 422, code: 701 })
    expect(await refusal(postmark.sendEmailBatch(batch))).toMatchObject({ statusCode: 422, code: 410 })
    expect(await refusal(postmark.deleteTemplate(1))).toMatchObject({ statusCode: 404 })
  })
})

test('a token is accepted at the root, too', async () => {
  const root = clientWith(organization.test_key, host)
  expect(await root.getOutboundMessageDetails(scene.messageId)).toMatchObject({ MessageID: scene.messageId })
})

test('the guide lists what the client was seen to do', async () => {
  await expectMatrix({ test: 'postmark.test.ts', clients: { postmark: postmarkCalls }, refused: refusedCalls })
})
