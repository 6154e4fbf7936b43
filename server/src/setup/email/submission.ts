/** Messages submitted by mail programs over SMTP, from the ports to the verbs. */
import { hostname as machineName } from 'node:os'
import type { Caller } from '#core/caller.ts'
import { fatal } from '#core/fatal.ts'
import { Refusal } from '#core/refusal.ts'
import { type SmtpDoor, type SmtpDoorParts, smtpDoor } from '#doors/smtp/door.ts'
import type { MailText } from '#foreign-text/mail.ts'
import { guessCounter } from '#http/authentication.ts'
import { BodyBudget } from '#http/body/body-budget.ts'
import type { CountRequest } from '#http/limits/request-limit.ts'
import type { Metrics } from '#http/registry.ts'
import { isOutage } from '#postgres/outages/outage.ts'
import { mayBeGiven } from '#resources/messages/emails/request/headers.ts'
import type { EmailSender } from '#resources/messages/emails/send.ts'
import { addressesOf, mailboxOf, subjectOf } from '#transports/inbound-mail/open-message.ts'
import { selfSigned } from '#transports/inbound-mail/self-signed.ts'
import { listenForSubmissions, type SubmissionListener } from '#transports/inbound-mail/submission/listener.ts'
import type { Logger } from '../log.ts'
import { type Config, type Setting, settings } from '../settings.ts'
import { certificateFilesOf, readCertificate, watchCertificate } from './submission-certificate.ts'

export type SubmissionSettings = Pick<
  Config,
  | 'submissionPort'
  | 'submissionTlsPort'
  | 'submissionHost'
  | 'submissionCertificateFile'
  | 'submissionKeyFile'
  | 'host'
  | 'hostname'
>
type Parts = {
  identify: SmtpDoorParts['identify']
  countRequest: CountRequest
  sender: EmailSender
  mail: Pick<MailText, 'openMessage'>
  metrics: Metrics
  log: Logger
}

export type Submission = AsyncDisposable & {
  /** Where mail programs connect to, such as smtp://127.0.0.1:587. */
  urls: readonly string[]
}

/** The same as the limit of an API request. */
const maxMessageSize = 15 * 1024 * 1024
const maxRecipients = 50
/** In addition to the memory for API requests. */
const memory = 64 * 1024 * 1024

/** Opens nothing when no port is set. */
export async function openSubmission(config: SubmissionSettings, parts: Parts): Promise<Submission> {
  const ports = [
    { setting: settings.submissionPort, port: config.submissionPort, isTls: false },
    { setting: settings.submissionTlsPort, port: config.submissionTlsPort, isTls: true },
  ].filter(({ port }) => port !== null)
  await using opened = new AsyncDisposableStack()
  if (ports.length === 0) return { urls: [], [Symbol.asyncDispose]: async () => {} }

  const { log, metrics } = parts
  const hostname = config.hostname ?? machineName()
  const host = config.submissionHost ?? config.host
  const files = certificateFilesOf(config)
  const certificate = files ? readCertificate(files) : selfSigned(hostname)
  const budget = new BodyBudget(memory)
  const door = openDoor(parts)
  const countReply = metrics.counter({
    name: 'posthorn_submission_replies_total',
    help: 'Replies to messages and sign-ins of mail programs, by SMTP code.',
    labels: ['code'],
  })
  const listeners: SubmissionListener[] = []
  for (const { setting, port, isTls } of ports) {
    const listener = listenForSubmissions({
      ...door,
      ...{ host, port: port ?? 0, hostname, isTls, certificate, log, memory: budget, maxMessageSize, maxRecipients },
      replied: code => countReply({ code: String(code) }),
    })
    listeners.push(opened.use(await listener.catch(cause => Promise.reject(unopened(setting, cause)))))
  }
  metrics.gauge({
    name: 'posthorn_submission_connections',
    help: 'Open connections of mail programs.',
    labels: [],
    read: () => [{ labels: {}, value: listeners.reduce((sum, one) => sum + one.connections(), 0) }],
  })
  if (files)
    opened.use(
      watchCertificate(files, certificate, log, renewed => {
        for (const one of listeners) one.renew(renewed)
      }),
    )
  const kept = opened.move()
  return {
    urls: listeners.map((one, index) => `${ports[index]?.isTls ? 'smtps' : 'smtp'}://${shown(host)}:${one.port}`),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

const shown = (host: string): string => (host.includes(':') ? `[${host}]` : host)

function unopened({ name }: Setting<unknown>, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return fatal(`The port for mail programs cannot be opened (${name}): ${reason}`, cause)
}

function openDoor({ identify, countRequest, sender, mail, log }: Parts): SmtpDoor {
  const guesses = guessCounter(() => performance.now())
  return smtpDoor({
    ...{ identify, mayBeGiven, mailboxOf, addressesOf, subjectOf, openMessage: mail.openMessage },
    send: sender.send,
    submit: sender.submit,
    noteGuess: guesses.count,
    async count(caller: Caller) {
      const { passed, resetSeconds } = await countRequest(caller)
      if (!passed) throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: resetSeconds })
    },
    refusalFor(error) {
      if (error instanceof Refusal) return error
      if (isOutage(error)) return new Refusal('service_unavailable', { cause: error })
      log.error({ err: error }, 'a submitted message could not be accepted')
      return new Refusal('internal_error')
    },
  })
}
