import { expect, test } from 'vitest'
import { labelFor } from './relay-label.ts'

const message = Buffer.from('Subject: x\r\n\r\nHello\r\n')

test.each([
  ['smtp.eu.mailgun.org', 'X-Mailgun-Variables: {"posthorn_email":"id"}'],
  ['smtp.postmarkapp.com', 'X-PM-Metadata-posthorn-email: id'],
  ['SMTP.SendGrid.net', 'X-SMTPAPI: {"unique_args":{"posthorn_email":"id"}}'],
  ['smtp.resend.com', 'X-Posthorn-Email: id'],
])('%s gets the email id as the first header', (host, header) => {
  expect(labelFor(host)(message, 'id').toString()).toBe(`${header}\r\n${message}`)
})

test.each(['smtp.example.com', 'email-smtp.eu-west-1.amazonaws.com', 'sendgrid.net.example.com', 'notresend.com'])(
  '%s gets the message unchanged',
  host => {
    expect(labelFor(host)(message, 'id')).toBe(message)
  },
)
