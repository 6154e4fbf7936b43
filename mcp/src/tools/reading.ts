/** Tools about what was sent, to whom, and what became of it. */
import { operations } from '@posthorn/contract/all-operations'
import { foreignText, type Tool } from '../tool.ts'

export const readingTools: readonly Tool[] = [
  {
    name: 'search_emails',
    title: 'Search emails',
    operation: operations.listEmails,
    effect: 'reads',
    description: `Lists emails, newest first: by part of a subject, name or address (search), recipient, sender, tag, status or time. Use it to find the id of an email. ${foreignText}`,
  },
  {
    name: 'get_email',
    title: 'Read an email',
    operation: operations.getEmail,
    effect: 'reads',
    description: `One email with its content, its counts and its events. Long content is cut. ${foreignText}`,
  },
  {
    name: 'explain_email',
    title: 'Explain an email',
    operation: operations.explainEmail,
    effect: 'reads',
    description: `Why an email was delivered, bounced or still waits: each step in words, what the receiver said, what that means and what to do. Ask this first when somebody says that an email did not arrive. ${foreignText}`,
  },
  {
    name: 'search_sms',
    title: 'Search text messages',
    operation: operations.listSms,
    effect: 'reads',
    description: `Lists text messages, newest first: by number, status or time. ${foreignText}`,
  },
  {
    name: 'explain_sms',
    title: 'Explain a text message',
    operation: operations.explainSms,
    effect: 'reads',
    description: `Why a text message was delivered, failed or still waits, step by step, and what to do. ${foreignText}`,
  },
  {
    name: 'search_contacts',
    title: 'Search contacts',
    operation: operations.listContacts,
    effect: 'reads',
    description: `Lists contacts by part of an address, number or name, by topic, or by whether they are subscribed. ${foreignText}`,
  },
  {
    name: 'list_suppressions',
    title: 'List suppressed addresses',
    operation: operations.listSuppressions,
    effect: 'reads',
    description: `Addresses that get no email, and why: bounced, complained, unsubscribed or by hand. ${foreignText}`,
  },
  {
    name: 'list_requests',
    title: 'Read the latest API requests',
    operation: operations.listRequests,
    effect: 'reads',
    description: `What keys of this environment asked the API for in the last days, with the reason of each refusal. Use it to find out why an integration fails. ${foreignText}`,
  },
]
