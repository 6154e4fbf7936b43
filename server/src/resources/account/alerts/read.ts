import type { AlertMessage, Alerts, Alert as WireAlert } from '@posthorn/contract/console/alerts'
import type { Db } from '#postgres/database.ts'
import type { OpenAlert } from './alert.ts'
import { listMessages, type MessageRow } from './message-store.ts'
import { rulesOf, toWireRules } from './rules.ts'
import { findOpenAlerts, findSettings } from './store.ts'

export async function readAlerts(db: Db, environmentId: string, sendsMail: boolean): Promise<Alerts> {
  const [settings, firing, messages] = await Promise.all([
    findSettings(db, environmentId),
    findOpenAlerts(db, environmentId),
    listMessages(db, environmentId),
  ])
  return {
    rules: toWireRules(rulesOf(settings?.rules ?? {})),
    mail_to: settings?.mailTo ?? [],
    sends_mail: sendsMail,
    slack: settings?.slackHint ?? null,
    firing: firing.map(toWireAlert),
    messages: messages.map(one => toWireMessage(one, settings?.slackHint ?? null)),
  }
}

const toWireAlert = ({ id, kind, title, detail, link, since }: OpenAlert): WireAlert => ({
  ...{ id, kind, title, detail, link, since: since.toISOString() },
})

const toWireMessage = (row: MessageRow, slackHint: string | null): AlertMessage => ({
  id: row.id,
  channel: row.personId === null ? 'slack' : 'email',
  to: row.personId === null ? (slackHint ?? 'Slack') : (row.email ?? 'a former member'),
  subject: row.subject,
  is_test: row.isTest,
  state: row.state,
  detail: row.detail,
  created_at: row.createdAt.toISOString(),
})
