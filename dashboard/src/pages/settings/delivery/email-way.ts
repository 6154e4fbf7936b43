/** The ways to send email, as shown in the form. Presets for well-known providers fill in host and port. */
import type { EmailWayInput, SavedEmailWay } from '@posthorn/contract/console/sending-plan'
import type { RelayPreset, RelaySecurity } from '@posthorn/contract/console/sending-words'
import { given, type Values, type WayField, type WayStart } from './way-form.ts'

export type EmailChoice = RelayPreset | 'relay' | 'direct'

export const emailChoices: readonly { value: EmailChoice; label: string }[] = [
  { value: 'relay', label: 'SMTP server' },
  { value: 'gmail', label: 'Gmail' },
  { value: 'postmark', label: 'Postmark' },
  { value: 'ses', label: 'Amazon SES' },
  { value: 'mailgun', label: 'Mailgun' },
  { value: 'brevo', label: 'Brevo' },
  { value: 'direct', label: 'Direct to each recipient’s server' },
]

const security: WayField = {
  name: 'security',
  label: 'Encryption',
  options: [
    { value: 'starttls', label: 'STARTTLS, required (port 587)' },
    { value: 'tls', label: 'Implicit TLS (port 465)' },
    { value: 'opportunistic', label: 'STARTTLS if offered' },
    { value: 'none', label: 'None (only on this machine or your own network)' },
  ],
}

const login = (
  user: Partial<WayField> & { label: string },
  password: Partial<WayField> & { label: string },
): WayField[] => [
  { name: 'username', ...user },
  { name: 'password', isSecret: true, ...password },
]

const fields: Readonly<Record<EmailChoice, readonly WayField[]>> = {
  relay: [
    { name: 'host', label: 'Host', placeholder: 'smtp.example.com' },
    { name: 'port', label: 'Port' },
    security,
    ...login(
      { label: 'Username', isOptional: true, hint: 'Leave empty if the server requires none.' },
      { label: 'Password', isOptional: true },
    ),
  ],
  gmail: login(
    { label: 'Gmail address', placeholder: 'you@gmail.com' },
    {
      label: 'App password',
      hint: '16 letters, created in your Google account under 2-Step Verification. Gmail accepts about 500 messages a day.',
    },
  ),
  postmark: [
    {
      name: 'password',
      label: 'Server API token',
      isSecret: true,
      hint: 'From the server’s API Tokens page. From addresses must be confirmed in Postmark.',
    },
  ],
  ses: [
    { name: 'region', label: 'Region', placeholder: 'eu-west-1' },
    ...login(
      { label: 'SMTP username' },
      { label: 'SMTP password', hint: 'From SMTP settings in the SES console, not an IAM access key.' },
    ),
  ],
  mailgun: [
    {
      ...{ name: 'region', label: 'Region' },
      options: [
        { value: 'us', label: 'US' },
        { value: 'eu', label: 'EU' },
      ],
    },
    ...login({ label: 'SMTP login', placeholder: 'postmaster@mg.example.com' }, { label: 'SMTP password' }),
  ],
  brevo: login({ label: 'SMTP login' }, { label: 'SMTP key', hint: 'From SMTP & API, not the API key.' }),
  direct: [],
}

export const emailFields = (choice: string): readonly WayField[] => fields[choiceOf(choice)]

const hosts: Readonly<Record<RelayPreset, (region: string) => string>> = {
  gmail: () => 'smtp.gmail.com',
  postmark: () => 'smtp.postmarkapp.com',
  ses: region => `email-smtp.${region.trim().toLowerCase()}.amazonaws.com`,
  mailgun: region => (region === 'eu' ? 'smtp.eu.mailgun.org' : 'smtp.mailgun.org'),
  brevo: () => 'smtp-relay.brevo.com',
}

export function emailBody(chosen: string, values: Values): EmailWayInput {
  const choice = choiceOf(chosen)
  if (choice === 'direct') return { type: 'direct' }
  const secret = given('password', values.password)
  const username = choice === 'postmark' ? null : values.username?.trim() || null
  if (choice !== 'relay')
    return {
      ...{ type: 'relay', preset: choice, host: hosts[choice](values.region ?? ''), port: 587, security: 'starttls' },
      ...{ username, ...secret },
    }
  return {
    ...{ type: 'relay', host: values.host?.trim() ?? '', port: Number(values.port), security: securityOf(values) },
    ...{ username, ...secret },
  }
}

/** The initial form: what is saved, or an SMTP server with the usual values. */
export function emailStart(saved: SavedEmailWay | null): WayStart {
  if (saved?.type === 'direct') return { choice: 'direct', values: usual, hasSecret: false }
  if (!saved) return { choice: 'relay', values: usual, hasSecret: false }
  const { preset, host, port, security, username, has_secret: hasSecret } = saved
  const values = { ...usual, host, port: String(port), security, username: username ?? '', region: regionOf(host) }
  return { choice: preset ?? 'relay', values, hasSecret }
}

const usual: Values = { host: '', port: '587', security: 'starttls', username: '', password: '', region: '' }

const regionOf = (host: string): string =>
  /^email-smtp\.(.+)\.amazonaws\.com$/.exec(host)?.[1] ?? (host === 'smtp.eu.mailgun.org' ? 'eu' : '')

const choiceOf = (text: string): EmailChoice => emailChoices.find(({ value }) => value === text)?.value ?? 'relay'

const securities: readonly RelaySecurity[] = ['starttls', 'tls', 'opportunistic', 'none']
const securityOf = ({ security }: Values): RelaySecurity => securities.find(one => one === security) ?? 'starttls'
