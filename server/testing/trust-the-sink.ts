import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { smtpCertificate } from '../../sinks/smtp-certificate.ts'

/** Until the test ends, the certificate of the sinks is as good as any. Not put back after each test: that reads 150 certificates anew. */
export function trustTheSink(): void {
  const usual = getCACertificates()
  setDefaultCACertificates([...usual, smtpCertificate.cert])
  onTestFinished(() => setDefaultCACertificates(usual))
}
