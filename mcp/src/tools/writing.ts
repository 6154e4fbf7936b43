/** Tools that change something. They are there only where the connection allows writing. */
import { operations } from '@posthorn/contract/all-operations'
import type { Tool } from '../tool.ts'
import { emailFields } from './email-fields.ts'

const asksFirst =
  'In the live environment a person is asked first: either the host shows them a question, or the tool answers with a summary and a confirmation. Show the summary to the person, and only when they say yes call the tool again with the same arguments and that confirmation.'

export const writingTools: readonly Tool[] = [
  {
    name: 'send_email',
    title: 'Send an email',
    operation: operations.sendEmail,
    fields: emailFields,
    effect: 'sends',
    description: `Sends one email, at once or at scheduled_for. With a test key nothing leaves. ${asksFirst}`,
  },
  {
    name: 'send_sms',
    title: 'Send a text message',
    operation: operations.sendSms,
    fields: ['from', 'to', 'body', 'validity_seconds'],
    effect: 'sends',
    description: `Sends one text message, which costs credits. With a test key nothing leaves. ${asksFirst}`,
  },
  {
    name: 'cancel_email',
    title: 'Cancel a scheduled email',
    operation: operations.cancelEmail,
    effect: 'changes',
    description: 'Stops a scheduled email before it is sent. It cannot be taken back.',
  },
  {
    name: 'create_contact',
    title: 'Create a contact',
    operation: operations.createContact,
    effect: 'changes',
    description: 'Adds a person to the contacts, by email address or phone number.',
  },
]
