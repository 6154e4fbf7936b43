/**
 * A header with the id of our email, which the provider returns in its reports (transports/providers/). Each provider has
 * a different header; senders cannot set any of them (emails/request/).
 */
const labels: readonly { hosts: RegExp; header(emailId: string): string }[] = [
  { hosts: /(^|\.)mailgun\.org$/, header: id => `X-Mailgun-Variables: {"posthorn_email":"${id}"}` },
  { hosts: /(^|\.)postmarkapp\.com$/, header: id => `X-PM-Metadata-posthorn-email: ${id}` },
  { hosts: /(^|\.)sendgrid\.net$/, header: id => `X-SMTPAPI: {"unique_args":{"posthorn_email":"${id}"}}` },
  { hosts: /(^|\.)resend\.com$/, header: id => `X-Posthorn-Email: ${id}` },
]

export type Label = (message: Buffer, emailId: string) => Buffer

/** Adds the header before the DKIM signatures, which stay valid. */
export function labelFor(host: string): Label {
  const found = labels.find(({ hosts }) => hosts.test(host.toLowerCase()))
  if (!found) return message => message
  return (message, emailId) => Buffer.concat([Buffer.from(`${found.header(emailId)}\r\n`), message])
}
