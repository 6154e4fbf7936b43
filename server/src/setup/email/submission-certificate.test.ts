import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { selfSigned } from '#transports/inbound-mail/self-signed.ts'
import type { Certificate } from '#transports/inbound-mail/submission/listener.ts'
import { readCertificate, watchCertificate } from './submission-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-certificate-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const files = { certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }

function write({ cert, key }: { cert: string; key: string }): void {
  writeFileSync(files.certificateFile, cert)
  writeFileSync(files.keyFile, key)
}

test('a renewed certificate is loaded once; a half-written one is tried again later', async () => {
  const [first, second] = [selfSigned('mail.acme.test'), selfSigned('mail.acme.test')]
  write(first)
  const told: Certificate[] = []
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: line => said.push(line) })
  using _watch = watchCertificate(files, readCertificate(files), log, one => told.push(one), 5)

  writeFileSync(files.certificateFile, second.cert)
  await expect.poll(() => said.join('')).toContain('the previous one stays')
  expect(told).toEqual([])
  write(second)

  await expect.poll(() => told.map(({ cert }) => String(cert))).toEqual([second.cert])
})
