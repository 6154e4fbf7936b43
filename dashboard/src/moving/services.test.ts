import { expect, test } from 'vitest'
import { inWords, servicesFor } from './services.ts'

const doors = ['resend', 'sendgrid', 'postmark', 'twilio']
const place = { origin: 'http://mail.acme.test:3000', apiKey: 'tx_test_key', smtpPort: 2587 }
const clients = servicesFor(doors).flatMap(({ name, clients }) =>
  clients.map(one => [name, one.name, one.code] as const),
)

test.each(clients)('%s, %s: has the URL and the key', (service, _, code) => {
  const text = code(place)

  expect(text).toContain(place.apiKey)
  if (service === 'smtp') for (const part of ['mail.acme.test', '2587']) expect(text).toContain(part)
  else expect(text).toContain(`mail.acme.test:3000/${service}`)
})

test('a client with a separate TLS option gets the right value', () => {
  const [postmark] = servicesFor(['postmark'])
  const code = (origin: string) => postmark?.clients[0].code({ ...place, origin })

  expect(code('http://localhost:3000')).toContain('useHttps: false')
  expect(code('https://mail.acme.test')).not.toContain('useHttps')
})

test('only enabled services are offered, and always SMTP', () => {
  expect(servicesFor([]).map(({ name }) => name)).toEqual(['smtp'])
  expect(servicesFor(['twilio', 'resend']).map(({ name }) => name)).toEqual(['resend', 'twilio', 'smtp'])
})

test.each([
  [['SMTP'], 'SMTP'],
  [['Resend', 'SMTP'], 'Resend or SMTP'],
  [['Resend', 'Twilio', 'SMTP'], 'Resend, Twilio or SMTP'],
])('%j in words', (labels, words) => {
  expect(inWords(labels)).toBe(words)
})
