/** What people read in a mail or in Slack: pure. */
import type { AlertKind } from '@posthorn/contract/console/alerts'
import type { Found } from './alert.ts'

/** Without the words of tenants: a subject is read before it is known who wrote it. */
const subjects: Record<AlertKind, string> = {
  bounce_rate: 'many emails bounce',
  complaint_rate: 'many emails are reported as spam',
  waiting: 'messages wait',
  webhook: 'a webhook fails',
  runs: 'runs of a workflow fail',
  domain: 'a domain lost its DNS records',
  credits: 'credits run out',
}

export type Message = { subject: string; body: string }
export type Turn = 'fired' | 'still' | 'over'

const beginnings: Record<Turn, string> = { fired: 'Alert', still: 'Still', over: 'Over' }

export function messageOf(
  turn: Turn,
  { kind, title, detail, link }: Omit<Found, 'subject'>,
  publicUrl: string,
): Message {
  const told = turn === 'over' ? `It is over: ${title}.` : `${title}.\n${detail}`
  return { subject: `${beginnings[turn]}: ${subjects[kind]}`, body: `${told}\n${publicUrl}${link}` }
}

export const testMessage = (publicUrl: string): Message => ({
  subject: 'A test of your alerts',
  body: `Alerts of Posthorn arrive here.\n${publicUrl}/settings?view=alerts`,
})

export const mailText = (body: string, publicUrl: string): string =>
  `${body}\n\nWho is told of alerts is set at ${publicUrl}/settings?view=alerts\n`

/** Slack reads & < > as its own signs, and so would whoever named a webhook. */
export const slackText = ({ subject, body }: Message): string =>
  `*${subject}*\n${body}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
