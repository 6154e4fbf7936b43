/** Addresses that are not allowed are never connected to, whatever way they are written. */
import { expect, test } from 'vitest'
import { addressPolicy } from '#core/public-address.ts'
import { smtpCertificate } from '../../../../sinks/smtp-certificate.ts'
import { startWebhookSink } from '../../../../sinks/webhook-sink.ts'
import { anyPost, posterAndSink } from '../../../testing/webhook-poster.ts'
import { openWebhookPoster } from './open.ts'

const refused = { kind: 'unanswered', error: 'address not allowed' }

test.each(['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::ffff:127.0.0.1]', '127.0.0.1.'])(
  'a URL with %s is not connected to',
  async host => {
    await using canary = await startWebhookSink()
    await using poster = openWebhookPoster({ allow: addressPolicy('public') })

    expect(await poster.post(anyPost(`http://${host}:${canary.port}/`))).toMatchObject(refused)
    expect(await poster.post(anyPost(`https://${host}:${canary.port}/`))).toMatchObject(refused)
    expect(canary.connections.total).toBe(0)
  },
)

test('names of this machine are not connected to', async () => {
  await using canary = await startWebhookSink()
  await using poster = openWebhookPoster({ allow: addressPolicy('public') })

  for (const host of ['localhost', 'LOCALHOST', 'localhost.'])
    expect(await poster.post(anyPost(`http://${host}:${canary.port}/`))).toMatchObject({ kind: 'unanswered' })
  expect(await poster.post(anyPost(`http://localhost:${canary.port}/`))).toMatchObject(refused)
  expect(canary.connections.total).toBe(0)
})

test.each([
  ['an internal address', ['127.0.0.1']],
  ['an internal address after a public one', ['1.1.1.1', '127.0.0.1']],
  ['an internal address before a public one', ['127.0.0.1', '1.1.1.1']],
  ['a mapped internal address', ['::ffff:127.0.0.1']],
  ['a cloud metadata service', ['169.254.169.254']],
  ['an invalid address', ['localhost']],
])('a name that resolves to %s is not connected to', async (_, addresses) => {
  await using canary = await startWebhookSink()
  await using poster = openWebhookPoster({ allow: addressPolicy('public'), lookup: async () => addresses })

  expect(await poster.post(anyPost(`http://hook.example:${canary.port}/`))).toMatchObject(refused)
  expect(canary.connections.total).toBe(0)
})

test('a name that changes its address after the check is not connected to', async () => {
  // 127.0.0.2 stands for a public address.
  await using world = await startWebhookSink({ host: '127.0.0.2', script: () => ({ after: 'close' }) })
  await using canary = await startWebhookSink({ port: world.port })
  let asked = 0
  const lookup = async () => (asked++ % 2 === 0 ? ['127.0.0.2'] : ['127.0.0.1'])
  await using poster = openWebhookPoster({ allow: address => address === '127.0.0.2', lookup })

  const kinds = []
  for (let nth = 0; nth < 1_000; nth += 25) {
    const posts = Array.from({ length: 25 }, () => poster.post(anyPost(`http://hook.example:${world.port}/`)))
    kinds.push(...(await Promise.all(posts)).map(({ kind }) => kind))
  }

  expect(kinds.filter(kind => kind === 'answered')).toHaveLength(500)
  expect(world.count).toBe(500)
  expect(asked).toBe(1_000)
  expect(canary.connections.total).toBe(0)
})

test('a refused name is checked again', async () => {
  let addresses = ['10.0.0.1']
  await using there = await posterAndSink({}, { allow: addressPolicy('loopback'), lookup: async () => addresses })
  const url = `http://hook.example:${there.sink.port}/`
  const posts = await Promise.all(Array.from({ length: 120 }, () => there.poster.post(anyPost(url))))

  addresses = ['127.0.0.1']

  expect(new Set(posts.map(post => 'error' in post && post.error))).toEqual(new Set(['address not allowed']))
  expect(await there.poster.post(anyPost(url))).toMatchObject({ status: 200 })
})

test('a name that does not exist is reported', async () => {
  const lookup = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))
  await using poster = openWebhookPoster({ allow: addressPolicy('public'), lookup })

  expect(await poster.post(anyPost('http://hook.example/'))).toMatchObject({ error: 'the host name does not exist' })
})

test('a name without an address is reported', async () => {
  await using poster = openWebhookPoster({ allow: addressPolicy('public'), lookup: async () => [] })

  expect(await poster.post(anyPost('http://hook.example/'))).toMatchObject({ error: 'the host name has no address' })
})

test('a trusted certificate with the right name is accepted', async () => {
  await using there = await posterAndSink({ tls: true }, { ca: smtpCertificate.cert })

  expect(await there.post()).toMatchObject({ status: 200 })
})

test('a self-signed certificate is refused', async () => {
  await using there = await posterAndSink({ tls: true })

  expect(await there.post()).toMatchObject({
    kind: 'unanswered',
    error: 'the certificate is not valid (DEPTH_ZERO_SELF_SIGNED_CERT)',
  })
  expect(there.sink.count).toBe(0)
})

test('a certificate with another name is refused', async () => {
  await using there = await posterAndSink(
    { tls: true },
    { ca: smtpCertificate.cert, lookup: async () => ['127.0.0.1'] },
  )

  const answer = await there.poster.post(anyPost(`https://hook.example:${there.sink.port}/`))

  expect(answer).toMatchObject({ error: 'the certificate is not valid (ERR_TLS_CERT_ALTNAME_INVALID)' })
  expect(there.sink.count).toBe(0)
})

test('TLS to a plain-text server is reported', async () => {
  await using there = await posterAndSink()

  const answer = await there.poster.post(anyPost(there.sink.url.replace('http:', 'https:')))

  expect(answer).toMatchObject({
    kind: 'unanswered',
    error: expect.stringMatching(/TLS handshake failed|closed before/),
  })
})
