import { expect, test } from 'vitest'
import { explainUnreachable } from './unreachable-database.ts'

// Messages of PostgreSQL and of Node.
test.each([
  ['no pg_hba.conf entry for host "192.0.2.7", user "u", database "d", no encryption', 'It requires TLS'],
  ['self-signed certificate in certificate chain', 'name the CA that signed it'],
  [
    "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list: ",
    'must use a host name from the certificate',
  ],
  ["ENOENT: no such file or directory, open '/etc/posthorn/ca.crt'", 'Check sslrootcert'],
  ['password authentication failed for user "u"', 'Check user, password'],
])('%s', (said, advice) => {
  const told = explainUnreachable(
    { url: 'postgres://u:secret@db.internal:5432/d', setting: 'DATABASE_URL' },
    new Error(said),
  )

  expect(told.advice).toContain(advice)
  expect(told.message).toBe(`The database at db.internal:5432 cannot be used: ${said}.`)
})
