/** SNS messages signed with a test key, and a fake Amazon that serves its certificate. */
import { sign } from 'node:crypto'
import type { Get } from './certificates.ts'

const key = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDpLo+fmWijvHZF
qtzqYgMT5IQW8y1iu/GzARWwQxJwjMyGhQBxgWDZaLfmgJ50/1ORKrfPwSWlpDQk
H7oPRdxEJdBl12YSUkSDWmLDbReyNaiLNjJ+EHNrdkZqhi8pwlfIfDg3CN083Q5p
utcyvqyddlIQhmp/DY8PPew6OKIazmdMGBtRIw4Ji6sb9AwN/UOeyDl6tcF7s8ta
BWaBUgzUzHyD3PCO4+hHTd3cLdjU/25N6VO9vHg54b150BSphyeR80uyO+1J4Tax
V5lPhNAJBGltz671TD9D0caVdDtFsiB1XlERdBOAufPNRUAMMesSsC6Kbzo3Zagu
GiSTOkbVAgMBAAECggEATiQmSSuVn1kmoU4S3hCeS2pGwZIYYX/uDTiN1hWD9meY
mnOzpFXg6Lpo9juf3kE59enE00A8p3eRaZGgPkIBAG1Tmu1F7VnYT9RYSHkkebn1
k0FERm6o3xgxnLz+zRWtaSgHhpnX2e+SRugv+XdgTRw7gAIragxXJppvsUsNN8HT
oLnOnE9YijpyTe6VbXqnollvd+OItcMPYKkrHxrr9P4274rT3LI5Ajxayjh7hik5
6J0svU4r+xOq7cciDLHpMNQ0lc78i+AnDSKz+NsZe8g8p8OQdpgpuxL7fl9xi1lA
V+31vt7N968s4A2KJOdyOyyXBVp/jcKASHHeMPSkeQKBgQD4pbGHd4a0x/Byc3Ty
RR9aoCvK+jqaJcVZbxCy5L+V6D3zryydL1OWvRziklYCNRhjC8KaFPUB4CW7B0jo
iRZ/+3OI8Q+d0SX1SmZk4X5ZetmfS1efnQ9BD7IUCVRin1pRc+fvE9L9LTeIHYYM
IhHrSOOYEWkMU9rISY+i6lKlhwKBgQDwE8q270rWJiHTCE1zledWw4YBtUAAaUK1
S6zUhsArQEWQzoN6eYiPCL3flf3pVmNNKoXHpDj1UmUZQQKvxvcaHbK60/fmEEH+
aKuUTEdixpCFu/uE7v7/+/pR8iGSidJqTZlhHlS6NftcqJu31m4nh5qgMebb/L5B
hDu5diSHwwKBgQDmSMc/+KJo4lg+F9Jy4zPjwj5s8g2+YEcDyoqDtLn/w6VFALNo
LMHU9PdAnFlOGBCrAuRLwiccgpVPP7L1sqmFBMR/Swu0lVT7ddmZiwJzKwVMtAHG
UTckgb3jMrTV1lJW5+siEJEzbGJnDTjuGcvQxqQLXeyVvz/8iayfLTg4FwKBgFv6
6T6/XYfAolLtKmdvdmu6i5wZ6kR+D63QKY5fdj7b6As75AnHiHdsnPqNx/NfQrps
4UaE98Gd6NgNHU9lRoT9/d0wmxjM/8vOJHaz5uHEO9jRFeNvgclnrBc7UnuHTFOo
GWypJ0MUrZJpkweTIy8H+EkJ9W4xXl9Rn2RGDGbrAoGAej2Rjqhp2m1OgsgVJOsI
6uUBWg67C3QQdcDeK7cFb9borOWFyld0Jy4/0t/cm0YhhSF6S+1ObmlvL1ATazsM
0Y5GsvHSVpYqNOHvKcCX9iGh/Mp1Ca57IpnqHTXQy11yo6yZJvNmFxaszIYgCgx5
oOk/JZa5TnjR6TiAmqBynSg=
-----END PRIVATE KEY-----`

const certificate = `-----BEGIN CERTIFICATE-----
MIICwTCCAakCFEsciLuINMafuTj+BAMw2gM/bJOfMA0GCSqGSIb3DQEBCwUAMBwx
GjAYBgNVBAMMEXNucy5hbWF6b25hd3MuY29tMCAXDTIwMDEwMTAwMDAwMFoYDzIx
MjAwMTAxMDAwMDAwWjAcMRowGAYDVQQDDBFzbnMuYW1hem9uYXdzLmNvbTCCASIw
DQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAOkuj5+ZaKO8dkWq3OpiAxPkhBbz
LWK78bMBFbBDEnCMzIaFAHGBYNlot+aAnnT/U5Eqt8/BJaWkNCQfug9F3EQl0GXX
ZhJSRINaYsNtF7I1qIs2Mn4Qc2t2RmqGLynCV8h8ODcI3TzdDmm61zK+rJ12UhCG
an8Njw897Do4ohrOZ0wYG1EjDgmLqxv0DA39Q57IOXq1wXuzy1oFZoFSDNTMfIPc
8I7j6EdN3dwt2NT/bk3pU728eDnhvXnQFKmHJ5HzS7I77UnhNrFXmU+E0AkEaW3P
rvVMP0PRxpV0O0WyIHVeURF0E4C5881FQAwx6xKwLopvOjdlqC4aJJM6RtUCAwEA
ATANBgkqhkiG9w0BAQsFAAOCAQEAp7faiQRTuJ8x8+tfSsOqsOYX7YrGW4WS7iJj
UmhgsDyBcnyydmIlFoOXh6AU7Qow5/C9Jlt9KnR5HjENJ1KljX9875N4Yj+E0QwJ
rYFszbdDg3GXK2svoOW9oLWrrTuTr1cIe572feuhZuMEoLWMtFq0I4QPP5oUr17+
Y6QSLFElLO4wkG6Rv7wIJBjbtQzpVuwDUV8rSIM1FvVA4U/F7SSDpe8gwJv7ySze
ZpkbuKoY6/rjCCnYXXh101AxUlU1V+aYqlCPcDzbWZL6KNKYy7a73jrjGKseoKnV
2q6uxAapMDN3QHnVtzA6NJnYaGiHYrWaT/f7C/JlmJOwrABJ4g==
-----END CERTIFICATE-----`

export const topic = 'arn:aws:sns:eu-west-1:123456789012:bounces'
export const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'
const subscribeUrl = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=x&Token=y'

export type SnsFields = Record<string, string>

/** Sorted by name, with each name and each value on its own line. */
const signedOf = (fields: SnsFields): string =>
  Object.keys(fields)
    .sort()
    .map(name => `${name}\n${fields[name]}\n`)
    .join('')

/** Signs the message, then applies `changed`. */
export function snsMessage(fields: SnsFields, version: '1' | '2' = '2', changed: SnsFields = {}): Buffer {
  const whole: SnsFields = {
    Type: 'Notification',
    MessageId: '0f7d2a0e-0000-5000-8000-000000000000',
    TopicArn: topic,
    Message: '{}',
    Timestamp: new Date().toISOString(),
    ...fields,
  }
  const signature = sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(signedOf(whole)), key).toString('base64')
  return Buffer.from(
    JSON.stringify({
      ...whole,
      SignatureVersion: version,
      Signature: signature,
      SigningCertURL: certificateUrl,
      ...changed,
    }),
  )
}

export const confirmation: SnsFields = {
  Type: 'SubscriptionConfirmation',
  Token: 'y',
  Message: 'You have chosen to subscribe to the topic.',
  SubscribeURL: subscribeUrl,
}

/** Records the requested URLs. */
export function amazon(special: Partial<Awaited<ReturnType<Get>>> = {}): { get: Get; asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    get: async url => {
      asked.push(url)
      return { status: 200, body: url.endsWith('.pem') ? certificate : '<ConfirmSubscriptionResponse/>', ...special }
    },
  }
}
