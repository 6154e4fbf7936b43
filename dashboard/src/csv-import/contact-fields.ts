import type { ImportField } from './fields.ts'

export const contactFields: readonly ImportField[] = [
  {
    name: 'email',
    label: 'Email',
    knownAs: ['mail', 'emailaddress', 'mailaddress', 'emailadresse', 'address', 'contact', 'correo'],
  },
  {
    name: 'phone_number',
    label: 'Number',
    knownAs: ['phone', 'number', 'mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'telephone', 'tel'],
  },
  { name: 'first_name', label: 'First name', knownAs: ['firstname', 'givenname', 'forename', 'name', 'vorname'] },
  { name: 'last_name', label: 'Last name', knownAs: ['lastname', 'surname', 'familyname', 'nachname'] },
  {
    name: 'email_subscribed',
    label: 'Agreed to email',
    knownAs: ['emailsubscribed', 'subscribed', 'optin', 'emailoptin', 'emailconsent', 'consent', 'newsletter'],
    isFlag: true,
  },
  {
    name: 'sms_subscribed',
    label: 'Agreed to SMS',
    knownAs: ['smssubscribed', 'smsoptin', 'smsconsent', 'textconsent'],
    isFlag: true,
  },
]
/** A row needs one of these. */
export const neededOfContact: readonly string[] = ['email', 'phone_number']
