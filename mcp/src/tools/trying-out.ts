/** Tools that show what would happen, and figures. None of them changes anything. */
import { operations } from '@posthorn/contract/all-operations'
import { foreignText, type Tool } from '../tool.ts'
import { emailFields } from './email-fields.ts'

export const tryingOutTools: readonly Tool[] = [
  {
    name: 'preflight_email',
    title: 'Check an email without sending it',
    operation: operations.preflightEmail,
    fields: emailFields,
    effect: 'reads',
    description: `What would become of an email, without sending it: whether it would be accepted, who gets it and who not, what it costs, how receivers authenticate it, and what to improve. Ask this before send_email. ${foreignText}`,
  },
  {
    name: 'list_templates',
    title: 'List templates',
    operation: operations.listTemplates,
    effect: 'reads',
    description: `The templates of emails, with their ids and names. ${foreignText}`,
  },
  {
    name: 'preview_template',
    title: 'Preview a template',
    operation: operations.renderTemplate,
    effect: 'reads',
    description: `What an email of a template would say with these variables. Nothing is sent. ${foreignText}`,
  },
  {
    name: 'list_workflows',
    title: 'List workflows',
    operation: operations.listWorkflows,
    effect: 'reads',
    description: `The workflows with their triggers and steps. ${foreignText}`,
  },
  {
    name: 'rehearse_workflow',
    title: 'Rehearse a workflow',
    operation: operations.simulateWorkflow,
    effect: 'reads',
    description: `Walks one contact through a workflow without any effect: each step, when it would happen, what would be sent, which way it goes and why. ${foreignText}`,
  },
  {
    name: 'get_figures',
    title: 'Read email figures',
    operation: operations.getAnalytics,
    effect: 'reads',
    description:
      'How many emails were sent, delivered, opened, clicked, bounced and reported as spam, with their rates; by tag, stream and time, and by hour or day with granularity.',
  },
  {
    name: 'get_receiver_figures',
    title: 'Read figures by receiver',
    operation: operations.getReceiverAnalytics,
    effect: 'reads',
    description:
      'Bounces and complaints by sender domain and receiver, such as google or outlook. Use it to see where mail is refused.',
  },
  {
    name: 'get_credits',
    title: 'Read credits and quotas',
    operation: operations.getCredits,
    effect: 'reads',
    description: 'The balance, what was used, and what may still be sent this hour, day and month.',
  },
]
