import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { smtpCertificate } from '../../sinks/smtp-certificate.ts'

/** Trusts the certificate of the sinks until the test ends. Not reset after each test: that would read 150 certificates again. */
export function trustTheSink(): void {
  const usual = getCACertificates()
  setDefaultCACertificates([...usual, smtpCertificate.cert])
  onTestFinished(() => setDefaultCACertificates(usual))
}
