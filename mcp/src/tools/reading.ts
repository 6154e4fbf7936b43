/** Tools that read messages, contacts, suppressions and requests. */
import { operations } from '@posthorn/contract/all-operations'
import { foreignText, type Tool } from '../tool.ts'

export const readingTools: readonly Tool[] = [
  {
    name: 'search_emails',
    title: 'Search emails',
    operation: operations.listEmails,
    effect: 'reads',
    description: `Lists emails, newest first. Filters: part of a subject, name or address (search), recipient, sender, tag, status, time. Use it to find the id of an email. ${foreignText}`,
  },
  {
    name: 'get_email',
    title: 'Read an email',
    operation: operations.getEmail,
    effect: 'reads',
    description: `Returns one email with its content, its counts and its events. Long content is cut. ${foreignText}`,
  },
  {
    name: 'explain_email',
    title: 'Explain an email',
    operation: operations.explainEmail,
    effect: 'reads',
    description: `Explains why an email was delivered, bounced or still waits: each step in words, the reply of the receiver, what it means and what to do. Use it first when an email did not arrive. ${foreignText}`,
  },
  {
    name: 'search_sms',
    title: 'Search text messages',
    operation: operations.listSms,
    effect: 'reads',
    description: `Lists text messages, newest first. Filters: number, status, time. ${foreignText}`,
  },
  {
    name: 'explain_sms',
    title: 'Explain a text message',
    operation: operations.explainSms,
    effect: 'reads',
    description: `Explains step by step why a text message was delivered, failed or still waits, and what to do. ${foreignText}`,
  },
  {
    name: 'search_contacts',
    title: 'Search contacts',
    operation: operations.listContacts,
    effect: 'reads',
    description: `Lists contacts. Filters: part of an address, number or name, topic, subscription. ${foreignText}`,
  },
  {
    name: 'list_suppressions',
    title: 'List suppressed addresses',
    operation: operations.listSuppressions,
    effect: 'reads',
    description: `Lists suppressed addresses, which get no email, with the reason: bounced, complained, unsubscribed or added manually. ${foreignText}`,
  },
  {
    name: 'list_requests',
    title: 'List the latest API requests',
    operation: operations.listRequests,
    effect: 'reads',
    description: `Lists the API requests of the last days in this environment, with the reason for each refusal. Use it to find out why an integration fails. ${foreignText}`,
  },
]
