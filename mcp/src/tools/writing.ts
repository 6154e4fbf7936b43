/** Tools that make changes. They are offered only to connections with write access. */
import { operations } from '@posthorn/contract/all-operations'
import type { Tool } from '../tool.ts'
import { emailFields } from './email-fields.ts'

const asksFirst =
  'In the live environment a person is asked first: either the host asks them, or the tool answers with a summary and a confirmation. Show the summary to the person. Only when they agree, call the tool again with the same arguments and the confirmation.'

export const writingTools: readonly Tool[] = [
  {
    name: 'send_email',
    title: 'Send an email',
    operation: operations.sendEmail,
    fields: emailFields,
    effect: 'sends',
    description: `Sends one email, now or at scheduled_for. With a test key nothing is sent. ${asksFirst}`,
  },
  {
    name: 'send_sms',
    title: 'Send a text message',
    operation: operations.sendSms,
    fields: ['from', 'to', 'body', 'validity_seconds'],
    effect: 'sends',
    description: `Sends one text message, which costs credits. With a test key nothing is sent. ${asksFirst}`,
  },
  {
    name: 'cancel_email',
    title: 'Cancel a scheduled email',
    operation: operations.cancelEmail,
    effect: 'changes',
    description: 'Cancels a scheduled email before it is sent. This cannot be undone.',
  },
  {
    name: 'create_contact',
    title: 'Create a contact',
    operation: operations.createContact,
    effect: 'changes',
    description: 'Creates a contact with an email address or a phone number.',
  },
]
