/** The certificate for mail programs, from files that are renewed every few weeks. */
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { fatal } from '#core/fatal.ts'
import { whyUnreadable } from '#core/process/file-fault.ts'
import type { Certificate } from '#transports/inbound-mail/submission/listener.ts'
import type { Logger } from '../log.ts'
import { type Config, settings } from '../settings.ts'

export type CertificateFiles = { certificateFile: string; keyFile: string }

/** Null when no files are set. */
export const certificateFilesOf = ({
  submissionCertificateFile: certificateFile,
  submissionKeyFile: keyFile,
}: Pick<Config, 'submissionCertificateFile' | 'submissionKeyFile'>): CertificateFiles | null =>
  certificateFile === null || keyFile === null ? null : { certificateFile, keyFile }

/** Throws an error that the operator can fix. */
export function readCertificate({ certificateFile, keyFile }: CertificateFiles): Certificate {
  const certificate = { cert: readPart(certificateFile), key: readPart(keyFile) }
  try {
    createSecureContext(certificate)
    return certificate
  } catch (cause) {
    throw unusable(cause instanceof Error ? cause.message : String(cause), cause)
  }
}

function readPart(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw unusable(whyUnreadable(path, cause), cause)
  }
}

function unusable(why: string, cause: unknown) {
  const [first, second] = [settings.submissionCertificateFile.name, settings.submissionKeyFile.name]
  return fatal(`The certificate of ${first} and ${second} cannot be used: ${why}`, cause)
}

const pollEveryMs = 600_000

/** Loads a changed certificate. One that cannot be used, perhaps half written, is tried again later. */
export function watchCertificate(
  files: CertificateFiles,
  first: Certificate,
  log: Logger,
  renew: (certificate: Certificate) => void,
  everyMs = pollEveryMs,
): Disposable {
  let current = first
  const timer = setInterval(() => {
    try {
      const next = readCertificate(files)
      if (String(next.cert) === String(current.cert) && String(next.key) === String(current.key)) return
      renew(next)
      current = next
      log.info('the certificate for mail programs was renewed')
    } catch (err) {
      log.warn({ err }, 'the certificate for mail programs cannot be used, so the previous one stays')
    }
  }, everyMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
