/**
 * Headers that a relay obeys: they choose recipients, templates, tracking, accounts or streams at the provider, past all our rules.
 * A relay belongs to the operator and is shared, so senders may not command it.
 */
type Provider = {
  /** Whole names, lower case. */
  names?: readonly string[]
  /** The prefixes of its commands. */
  prefixes?: readonly string[]
}

const providers: Record<string, Provider> = {
  'Amazon SES': { prefixes: ['x-ses-', 'x-amz-'] },
  Brevo: { prefixes: ['x-mailin-', 'x-sib-'] },
  'Elastic Email': { prefixes: ['x-elasticemail-'], names: ['poolname', 'postback', 'istransactional'] },
  'GreenArrow Engine': { prefixes: ['x-greenarrow-'] },
  MailerSend: { prefixes: ['x-mailersend-'] },
  Mailgun: { prefixes: ['x-mailgun-'] },
  Mailjet: { prefixes: ['x-mj-', 'x-mailjet-'] },
  Mailtrap: { prefixes: ['x-mt-', 'x-mailtrap-'] },
  Mandrill: { prefixes: ['x-mc-', 'x-mandrill-'] },
  'Microsoft Exchange': { prefixes: ['x-ms-exchange-'] },
  'Netcore (Pepipost)': { names: ['x-apiheader'] },
  Postal: { prefixes: ['x-postal-'] },
  Postmark: { prefixes: ['x-pm-', 'x-postmark-'] },
  PowerMTA: { prefixes: ['x-pmta-'], names: ['x-virtual-mta', 'x-dkim-options'] },
  Resend: { prefixes: ['resend-', 'x-resend-'] },
  SendGrid: { prefixes: ['x-smtpapi', 'x-sendgrid-', 'x-sg-'] },
  SMTP2GO: { prefixes: ['x-smtp2go-'] },
  SocketLabs: { prefixes: ['x-xs', 'x-socketlabs-'] },
  SparkPost: { prefixes: ['x-msys-', 'x-sparkpost-'] },
}

const all = Object.entries(providers)

/** The provider that obeys a header of this name (in lower case). */
export const commandedProvider = (name: string): string | undefined =>
  all.find(
    ([, { names = [], prefixes = [] }]) => names.includes(name) || prefixes.some(prefix => name.startsWith(prefix)),
  )?.[0]
