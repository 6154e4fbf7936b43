/** Whether mail programs will trust the submission certificate. Empty when no port is set. */
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { Fatal } from '#core/fatal.ts'
import { isLoopback } from '#core/public-address.ts'
import type { SubmissionSettings } from '#setup/email/submission.ts'
import { certificateFilesOf, readCertificate } from '#setup/email/submission-certificate.ts'
import { type Check, error, ok, warning } from './check.ts'

const name = 'smtp_submission'
const soonDays = 14
const advice = 'Set POSTHORN_SUBMISSION_CERTIFICATE_FILE and POSTHORN_SUBMISSION_KEY_FILE (docs/smtp.md).'

export function checkSubmission(config: SubmissionSettings, now: Date): Check[] {
  if (config.submissionPort === null && config.submissionTlsPort === null) return []
  const files = certificateFilesOf(config)
  const host = config.submissionHost ?? config.host
  if (files) return [checkCertificate(() => readCertificate(files).cert, config.hostname, now)]
  if (isIP(host) === 0 ? host === 'localhost' : isLoopback(host))
    return [ok(name, 'Mail programs on this machine can submit messages by SMTP.')]
  return [
    warning(name, 'The certificate for mail programs is self-signed, and they do not trust it by default.', advice),
  ]
}

function checkCertificate(read: () => unknown, hostname: string | null, now: Date): Check {
  try {
    const certificate = new X509Certificate(String(read()))
    const days = Math.floor((Date.parse(certificate.validTo) - now.getTime()) / 86_400_000)
    if (days < 0) return error(name, 'The certificate for mail programs has expired.', 'Renew it.')
    if (days < soonDays) {
      const when = days < 1 ? 'within a day' : `in ${days} ${days === 1 ? 'day' : 'days'}`
      return warning(name, `The certificate for mail programs expires ${when}.`, 'Renew it.')
    }
    if (hostname !== null && certificate.checkHost(hostname) === undefined)
      return warning(name, `The certificate for mail programs is not for ${hostname} (POSTHORN_HOSTNAME).`)
    return ok(name, `The certificate for mail programs is valid for ${days} more days.`)
  } catch (cause) {
    if (!(cause instanceof Fatal)) throw cause
    return error(name, cause.message, 'Check that this account can read both files and that they belong together.')
  }
}
