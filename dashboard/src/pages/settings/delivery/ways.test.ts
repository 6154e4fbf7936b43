import { expect, test } from 'vitest'
import { emailBody, emailChoices, emailFields, emailStart } from './email-way.ts'
import { smsBody, smsChoices, smsFields, smsStart } from './sms-way.ts'

const typed = { username: ' ada ', password: 'secret', region: 'eu-west-1' }

test.each([
  ['gmail', 'smtp.gmail.com'],
  ['ses', 'email-smtp.eu-west-1.amazonaws.com'],
  ['mailgun', 'smtp.mailgun.org'],
  ['brevo', 'smtp-relay.brevo.com'],
])('the preset for %s has the server', (choice, host) => {
  expect(emailBody(choice, typed)).toEqual({
    ...{ type: 'relay', preset: choice, host, port: 587, security: 'starttls', username: 'ada', password: 'secret' },
  })
})

test('the Postmark token is both username and password, and is sent as one secret', () => {
  expect(emailBody('postmark', typed)).toMatchObject({
    host: 'smtp.postmarkapp.com',
    username: null,
    password: 'secret',
  })
})

test('Mailgun has a separate server for the EU', () => {
  expect(emailBody('mailgun', { ...typed, region: 'eu' })).toMatchObject({ host: 'smtp.eu.mailgun.org' })
})

test('an empty secret is omitted, so that the saved one is kept', () => {
  const saved = {
    type: 'relay',
    ...{ host: 'smtp.acme.test', port: 2525, username: 'ada', has_secret: true },
    security: 'tls',
  } as const

  const { choice, values, hasSecret } = emailStart(saved)

  expect(hasSecret).toBe(true)
  expect(emailBody(choice, values)).toEqual({
    ...{ type: 'relay', host: 'smtp.acme.test', port: 2525, security: 'tls', username: 'ada' },
  })
})

test('a saved preset is shown as that preset', () => {
  const host = 'email-smtp.us-east-2.amazonaws.com'
  const saved = {
    type: 'relay',
    preset: 'ses',
    host,
    port: 587,
    security: 'starttls',
    username: 'a',
    has_secret: true,
  } as const

  const { choice, values } = emailStart(saved)

  expect(emailBody(choice, values)).toMatchObject({ preset: 'ses', host })
})

test('the input for a carrier is sent, and saved values fill the form again', () => {
  const body = smsBody('smpp', { host: 'smsc.test', port: '3550', tls: 'true', system_id: 'ada', password: 'secret' })
  expect(body).toEqual({
    ...{ type: 'smpp', host: 'smsc.test', port: 3550, tls: true, system_id: 'ada', password: 'secret' },
  })

  const { choice, values } = smsStart({
    type: 'smpp',
    host: 'smsc.test',
    port: 3550,
    tls: true,
    system_id: 'ada',
    has_secret: true,
  })
  expect(smsBody(choice, values)).toEqual({ type: 'smpp', host: 'smsc.test', port: 3550, tls: true, system_id: 'ada' })
  expect(smsBody('twilio', { account_sid: 'AC1', auth_token: '' })).toEqual({ type: 'twilio', account_sid: 'AC1' })
})

test('every choice has at most one secret and no duplicate field', () => {
  const forms = [
    ...emailChoices.map(({ value }) => emailFields(value)),
    ...smsChoices.map(({ value }) => smsFields(value)),
  ]
  for (const fields of forms) {
    expect(fields.filter(({ isSecret }) => isSecret).length).toBeLessThanOrEqual(1)
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length)
  }
})
