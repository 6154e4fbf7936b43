/** The texts of alerts by mail and in Slack. Pure. */
import type { AlertKind } from '@posthorn/contract/console/alerts'
import type { Found } from './alert.ts'

/** Without tenant text: readers trust a subject before they know who wrote it. */
const subjects: Record<AlertKind, string> = {
  bounce_rate: 'many emails bounce',
  complaint_rate: 'many emails are reported as spam',
  waiting: 'messages wait',
  webhook: 'a webhook is failing',
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
  `${body}\n\nChange who gets alerts at ${publicUrl}/settings?view=alerts\n`

/** Slack treats & < > as markup, which tenants could put into the name of a webhook. */
export const slackText = ({ subject, body }: Message): string =>
  `*${subject}*\n${body}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
