/** The ways to send text messages, as shown in the form. */
import type { SavedSmsWay, SmsWayInput } from '@posthorn/contract/console/sending-plan'
import { given, type Values, type WayField, type WayStart } from './way-form.ts'

type SmsChoice = SmsWayInput['type']

export const smsChoices: readonly { value: SmsChoice; label: string }[] = [
  { value: 'twilio', label: 'Twilio' },
  { value: 'telnyx', label: 'Telnyx' },
  { value: 'smpp', label: 'SMPP server' },
]

const fields: Readonly<Record<SmsChoice, readonly WayField[]>> = {
  twilio: [
    { name: 'account_sid', label: 'Account SID', placeholder: 'AC…' },
    { name: 'auth_token', label: 'Auth token', isSecret: true },
    {
      ...{ name: 'messaging_service_sid', label: 'Messaging service SID', placeholder: 'MG…', isOptional: true },
      hint: 'Set it to let Twilio choose the sender.',
    },
  ],
  telnyx: [
    { name: 'api_key', label: 'API key', isSecret: true },
    {
      name: 'public_key',
      label: 'Public key',
      hint: 'From your account, under API Keys. It verifies delivery receipts.',
    },
    { name: 'messaging_profile_id', label: 'Messaging profile', isOptional: true, hint: 'The ID of the profile.' },
  ],
  smpp: [
    { name: 'host', label: 'Host', placeholder: 'smsc.example.net' },
    { name: 'port', label: 'Port' },
    {
      ...{ name: 'tls', label: 'Encryption' },
      options: [
        { value: 'true', label: 'TLS (port 3550)' },
        { value: 'false', label: 'None (port 2775)' },
      ],
    },
    { name: 'system_id', label: 'System ID' },
    { name: 'password', label: 'Password', isSecret: true },
    { name: 'system_type', label: 'System type', isOptional: true, hint: 'Only if your carrier gave you one.' },
  ],
}

export const smsFields = (choice: string): readonly WayField[] => fields[choiceOf(choice)]

export function smsBody(chosen: string, values: Values): SmsWayInput {
  const text = (name: string) => values[name]?.trim() ?? ''
  const choice = choiceOf(chosen)
  switch (choice) {
    case 'twilio':
      return {
        ...{ type: choice, account_sid: text('account_sid'), ...given('auth_token', values.auth_token) },
        ...given('messaging_service_sid', values.messaging_service_sid),
      }
    case 'telnyx':
      return {
        ...{ type: choice, public_key: text('public_key'), ...given('api_key', values.api_key) },
        ...given('messaging_profile_id', values.messaging_profile_id),
      }
    case 'smpp':
      return {
        ...{ type: choice, host: text('host'), port: Number(values.port), tls: values.tls === 'true' },
        ...{ system_id: text('system_id'), ...given('system_type', values.system_type) },
        ...given('password', values.password),
      }
  }
}

export function smsStart(saved: SavedSmsWay | null): WayStart {
  if (!saved) return { choice: 'twilio', values: usual, hasSecret: false }
  const { type, has_secret: hasSecret, ...shown } = saved
  const texts = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, String(value)]))
  return { choice: type, values: { ...usual, ...texts }, hasSecret }
}

const usual: Values = { port: '2775', tls: 'false' }

const choiceOf = (text: string): SmsChoice => smsChoices.find(({ value }) => value === text)?.value ?? 'twilio'
