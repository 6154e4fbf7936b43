/** Exercises the client in any runtime: sends, retries without sending twice, lists, gets a refusal, verifies a webhook and streams events. */
import { ApiError, Posthorn, unwrapWebhook } from '../dist/posthorn.js'

/** @param {{ apiKey: string, url: string }} options */
export async function exercise(options) {
  const posthorn = new Posthorn(options)
  const email = { from: 'hello@acme.test', to: 'ada@example.com', subject: 'From a runtime', text: 'It works.' }
  const idempotencyKey = crypto.randomUUID()
  const { id } = await posthorn.emails.send(email, { idempotencyKey })
  expect(
    (await posthorn.emails.send(email, { idempotencyKey })).id === id,
    'a second send with the same key sent another email',
  )
  expect((await posthorn.emails.get(id)).subject === email.subject, 'the wrong email was returned')

  let isListed = false
  for await (const one of posthorn.emails.list({ limit: 1 })) if (one.id === id) isListed = true
  expect(isListed, 'the list lacks the email')

  const refused = await posthorn.emails.send({ ...email, to: 'nobody' }).catch(error => error)
  expect(refused instanceof ApiError && refused.faults[0]?.path === 'to', `no refusal: ${refused}`)

  const before = await posthorn.events.list({ limit: 1 })
  const another = posthorn.emails.send({ ...email, subject: 'For the stream' })
  for await (const event of posthorn.events.stream({ cursor: before.next_cursor })) {
    expect(event.type.startsWith('email.'), `the event is ${event.type}`)
    break
  }
  await another

  const key = new TextEncoder().encode('a secret of two dozen bytes.')
  const delivery = await signed(key, JSON.stringify({ type: 'email.delivered' }))
  const secret = `whsec_${btoa(String.fromCharCode(...key))}`
  expect(
    (await unwrapWebhook(delivery.body, delivery.headers, secret)).type === 'email.delivered',
    'a valid webhook was refused',
  )
  const forged = await unwrapWebhook(`${delivery.body} `, delivery.headers, secret).catch(error => error.name)
  expect(forged === 'WebhookVerificationError', `a forged webhook is ${forged}`)
  return 'ok'
}

/** @param {boolean} isTrue @param {string} otherwise */
function expect(isTrue, otherwise) {
  if (!isTrue) throw new Error(otherwise)
}

/** Signs like the service. @param {Uint8Array<ArrayBuffer>} key @param {string} body */
async function signed(key, body) {
  const [id, time] = ['msg_1', String(Math.floor(Date.now() / 1_000))]
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', hmac, new TextEncoder().encode(`${id}.${time}.${body}`))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(signature)))
  return { body, headers: { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${base64}` } }
}
