/** Lists what needs attention. Pure. */
import type { Attention } from '@posthorn/contract/console/usage'
import type { FailingPart } from '#resources/messages/domains/health.ts'
import type { WaitingTotal } from '#resources/messages/explain/waits.ts'
import { describeDestination, describeWait } from '#resources/messages/explain/words.ts'
import type { FailedRuns } from './states-store.ts'
import type { FailingWebhook } from './store.ts'

export type Facts = {
  now: Date
  isLive: boolean
  capturesEmail: boolean
  /** The time of the backup that this copy was restored from, while it holds. */
  restoredFrom: Date | null
  webhooks: readonly FailingWebhook[]
  waiting: readonly (WaitingTotal & { kind: 'email' | 'sms' })[]
  /** In the last seven days. */
  failedRuns: readonly FailedRuns[]
  pauses: readonly { domain: string; reason: string; pausedAt: Date }[]
  unverifiedDomains: readonly string[]
  failedDomains: readonly { name: string; missing: readonly FailingPart[] }[]
  /** In the last seven days. */
  emails: { sent: number; delivered: number; bounced: number; complained: number }
  /** `monthly` is null where there is no limit. */
  credits: { balance: number; monthly: number | null }
}

const hourMs = 3_600_000
/** Below this number a rate means nothing. */
const enoughEmails = 50
const enoughForComplaints = 500
/** Mailbox providers begin to refuse senders above these. */
const tooManyBounces = 0.05
const tooManyComplaints = 0.001
const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(2)} %`

export function attentionTo(facts: Facts): Attention[] {
  const found = [
    ...(facts.restoredFrom ? [aboutRestored(facts.restoredFrom)] : []),
    ...facts.webhooks.map(webhook => aboutWebhook(webhook, facts.now)),
    ...facts.waiting.map(one => aboutWaiting(one, facts.now)),
    ...facts.pauses.map(aboutPause),
    ...facts.failedRuns.map(aboutRuns),
    ...aboutReputation(facts.emails),
    ...(facts.isLive ? aboutLive(facts) : []),
  ]
  return found.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

const order: readonly Attention['severity'][] = ['critical', 'warning', 'info']

const aboutRestored = (from: Date): Attention => ({
  kind: 'restored_copy',
  severity: 'critical',
  title: 'Nothing is sent: this is a restored copy',
  detail: `It has the data of ${from.toISOString().slice(0, 16).replace('T', ' ')} UTC. Accepted messages wait until the operator runs npm run -s posthorn -- resume.`,
  link: '/emails?status=processing',
})

function aboutWebhook({ id, name, status, failingSince }: FailingWebhook, now: Date): Attention {
  const link = `/webhooks/${id}`
  if (status === 'inactive')
    return {
      kind: 'webhook_disabled',
      severity: 'warning',
      title: `The webhook ${name} is inactive`,
      detail: 'It gets no events. Check its last deliveries, fix your endpoint, then resume it.',
      link,
    }
  const forLong = failingSince !== null && now.getTime() - failingSince.getTime() > hourMs
  return {
    kind: 'webhook_failing',
    severity: forLong ? 'critical' : 'warning',
    title: `The webhook ${name} is failing`,
    detail: 'Its deliveries show the answers of your endpoint. Failed deliveries can be replayed.',
    link,
  }
}

/** A destination that is only busy or has reached its cap needs no action. */
function aboutWaiting({ kind, count, ...wait }: Facts['waiting'][number], now: Date): Attention {
  const forLong = wait.failingSince !== null && now.getTime() - wait.failingSince.getTime() > hourMs
  const [one, many, page] =
    kind === 'email' ? ['email waits', 'emails wait', 'emails'] : ['text message waits', 'text messages wait', 'sms']
  return {
    kind: 'messages_waiting',
    severity: forLong ? 'critical' : wait.failingSince ? 'warning' : 'info',
    title: `${count.toLocaleString('en')} ${count === 1 ? one : many} for ${describeDestination(wait.waitsFor)}`,
    detail: describeWait({ ...wait, nextAt: null }),
    link: `/${page}?status=processing`,
  }
}

const aboutRuns = ({ id, name, count }: FailedRuns): Attention => ({
  kind: 'runs_failed',
  severity: 'warning',
  title: `${count > 1000 ? 'More than 1,000 runs' : count === 1 ? '1 run' : `${count.toLocaleString('en')} runs`} of ${name} failed in the last seven days`,
  detail: 'Each run shows the step that failed, and why. Fix the workflow: failed runs do not continue by themselves.',
  link: `/workflows/${id}?tab=runs`,
})

const aboutPause = ({ domain, reason }: Facts['pauses'][number]): Attention => ({
  kind: 'broadcasts_paused',
  severity: 'critical',
  title: `Broadcasts of ${domain} are paused`,
  detail: `${reason}. Find out where these addresses come from, then resume the broadcasts.`,
  link: '/domains',
})

function aboutReputation({ sent, delivered, bounced, complained }: Facts['emails']): Attention[] {
  const highBounces = sent >= enoughEmails && bounced / sent > tooManyBounces
  const highComplaints = delivered >= enoughForComplaints && complained / delivered > tooManyComplaints
  return [
    ...(highBounces
      ? [
          {
            kind: 'high_bounce_rate' as const,
            severity: 'critical' as const,
            title: `${percent(bounced, sent)} of the emails of the last seven days bounced`,
            detail: 'Write only to confirmed addresses, and stop using old lists.',
            link: '/emails?status=bounced',
          },
        ]
      : []),
    ...(highComplaints
      ? [
          {
            kind: 'high_complaint_rate' as const,
            severity: 'critical' as const,
            title: `${percent(complained, delivered)} of the emails of the last seven days were reported as spam`,
            detail: 'Write only to people who asked for it, and make it easy to unsubscribe.',
            link: '/emails?status=complained',
          },
        ]
      : []),
  ]
}

/** The list, searched for it: the first that it finds is open. */
const toDomain = (name: string): string => `/domains?q=${encodeURIComponent(name)}`

function aboutLive({ unverifiedDomains, failedDomains, credits, capturesEmail }: Facts): Attention[] {
  const { balance, monthly } = credits
  const isLow = monthly !== null && balance < monthly / 10
  return [
    ...failedDomains.map(({ name, missing }) => ({
      kind: 'domain_failed' as const,
      severity: missing.includes('dkim') ? ('critical' as const) : ('warning' as const),
      title: `${missing.includes('dkim') ? 'The DKIM key' : 'The return path'} of ${name} is gone from DNS`,
      detail: 'Its emails are still sent, but receivers may refuse them. Add the records again.',
      link: toDomain(name),
    })),
    ...unverifiedDomains.map(name => ({
      kind: 'domain_not_verified' as const,
      severity: 'warning' as const,
      title: `The domain ${name} is not verified`,
      detail: 'Add its DNS records, then check them again. Until then its emails are not signed.',
      link: toDomain(name),
    })),
    ...(isLow
      ? [
          {
            kind: 'low_credits' as const,
            severity: balance > 0 ? ('warning' as const) : ('critical' as const),
            title: balance > 0 ? 'Few credits are left' : 'No credits are left',
            detail: `${balance.toLocaleString('en')} of ${monthly.toLocaleString('en')} a month.`,
            link: '/usage',
          },
        ]
      : []),
    ...(capturesEmail
      ? [
          {
            kind: 'email_captured' as const,
            severity: 'info' as const,
            title: 'Live email is captured, not sent',
            detail: 'It is in the inbox. To send email, choose a transport under Settings, Delivery.',
            link: '/settings?view=delivery',
          },
        ]
      : []),
  ]
}
