/** Tools that show what would happen, and analytics. None of them changes anything. */
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
    description: `Checks an email without sending it: whether it would be accepted, who would get it and who would not, what it costs, how receivers authenticate it, and what to improve. Use it before send_email. ${foreignText}`,
  },
  {
    name: 'list_templates',
    title: 'List templates',
    operation: operations.listTemplates,
    effect: 'reads',
    description: `Lists the email templates with their ids and names. ${foreignText}`,
  },
  {
    name: 'preview_template',
    title: 'Preview a template',
    operation: operations.renderTemplate,
    effect: 'reads',
    description: `Renders a template with the given variables. Nothing is sent. ${foreignText}`,
  },
  {
    name: 'list_workflows',
    title: 'List workflows',
    operation: operations.listWorkflows,
    effect: 'reads',
    description: `Lists the workflows with their triggers and steps. ${foreignText}`,
  },
  {
    name: 'rehearse_workflow',
    title: 'Rehearse a workflow',
    operation: operations.simulateWorkflow,
    effect: 'reads',
    description: `Simulates a workflow for one contact, without side effects: each step, when it would happen, what would be sent, which exit is taken and why. ${foreignText}`,
  },
  {
    name: 'get_figures',
    title: 'Read email figures',
    operation: operations.getAnalytics,
    effect: 'reads',
    description:
      'Returns how many emails were sent, delivered, opened, clicked, bounced and reported as spam, with their rates. Filters: tag, stream, time. With granularity also by hour or day.',
  },
  {
    name: 'get_receiver_figures',
    title: 'Read figures by receiver',
    operation: operations.getReceiverAnalytics,
    effect: 'reads',
    description:
      'Returns bounces and complaints by sender domain and receiver, such as google or outlook. Use it to see which receivers reject mail.',
  },
  {
    name: 'get_credits',
    title: 'Read credits and quotas',
    operation: operations.getCredits,
    effect: 'reads',
    description: 'Returns the balance, the usage, and the sending limits per hour, day and month.',
  },
]
