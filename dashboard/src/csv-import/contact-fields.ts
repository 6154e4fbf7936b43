import type { ContactField } from '@posthorn/contract/audience/contact-fields'
import { isSubscribed, yesOrNo } from '@posthorn/contract/audience/yes-or-no'
import type { ImportField, ImportRow } from './fields.ts'

export const contactFields: readonly ImportField[] = [
  {
    name: 'email',
    label: 'Email',
    knownAs: ['mail', 'emailaddress', 'mailaddress', 'emailadresse', 'address', 'contact', 'correo'],
  },
  {
    name: 'phone_number',
    label: 'Phone number',
    knownAs: ['phone', 'number', 'mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'telephone', 'tel'],
  },
  { name: 'first_name', label: 'First name', knownAs: ['firstname', 'givenname', 'forename', 'name', 'vorname'] },
  { name: 'last_name', label: 'Last name', knownAs: ['lastname', 'surname', 'familyname', 'nachname'] },
  {
    name: 'email_subscribed',
    label: 'Agreed to email',
    knownAs: ['emailsubscribed', 'subscribed', 'optin', 'emailoptin', 'emailconsent', 'consent', 'newsletter'],
    flag: isSubscribed,
  },
  {
    name: 'unsubscribed',
    label: 'Unsubscribed from email',
    knownAs: [
      'unsubscribe',
      'isunsubscribed',
      'emailunsubscribed',
      'optout',
      'optedout',
      'emailoptout',
      'hasoptedoutofemail',
    ],
    flag: yesOrNo,
  },
  {
    name: 'sms_subscribed',
    label: 'Agreed to SMS',
    knownAs: ['smssubscribed', 'smsoptin', 'smsconsent', 'textconsent'],
    flag: isSubscribed,
  },
]
const ownPrefix = 'properties.'

/** A custom field of the environment. */
export const toImportField = ({ key }: Pick<ContactField, 'key'>): ImportField => ({
  name: ownPrefix + key,
  label: key,
  knownAs: [key.replaceAll('_', '')],
})

/** The key for a column as a new field; undefined for a name without letters. */
export function keyOfColumn(column: string): string | undefined {
  const words = column
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
  return /[a-z][a-z0-9_]*/.exec(words)?.[0].replace(/_+$/, '').slice(0, 50)
}

export const keyOfOwn = (name: string): string | undefined =>
  name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : undefined

/** Whoever has left stays out, whatever another column says. */
export function withSubscription({ unsubscribed, ...row }: ImportRow): ImportRow {
  if (typeof unsubscribed !== 'boolean') return row
  return { ...row, email_subscribed: !unsubscribed && row.email_subscribed !== false }
}

/** The row for the API: values of custom fields go into `properties`. */
export function toContactRow(row: ImportRow): Record<string, unknown> {
  const cells = Object.entries(withSubscription(row))
  const own = cells.flatMap(([name, value]) => {
    const key = keyOfOwn(name)
    return key === undefined ? [] : [[key, String(value)] as const]
  })
  const others = cells.filter(([name]) => keyOfOwn(name) === undefined)
  return { ...Object.fromEntries(others), ...(own.length > 0 && { properties: Object.fromEntries(own) }) }
}

/** A row needs one of these. */
export const neededOfContact: readonly string[] = ['email', 'phone_number']
