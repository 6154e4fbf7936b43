/** For each service: which requests send, and where its door is on our API. */

/** The request line. */
export type Line = { method: string; path: string }

export type Dialect = {
  /** The path prefix of its door on our API. */
  prefix: string
  sends(line: Line): boolean
  /** The header with our key. */
  keyHeader(key: string, line: Line): Readonly<Record<string, string>>
}

/** Matches a POST to one of these paths, with any query. */
const posts =
  (...paths: readonly RegExp[]) =>
  ({ method, path }: Line): boolean =>
    method === 'POST' && paths.some(form => form.test(path.split('?')[0] ?? ''))

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const twilioAccount = /^\/2010-04-01\/Accounts\/([A-Za-z0-9]{1,64})\//

export const dialects = {
  resend: { prefix: '/resend', sends: posts(/^\/emails(\/batch)?\/?$/), keyHeader: bearer },
  sendgrid: { prefix: '/sendgrid', sends: posts(/^\/v3\/mail\/send\/?$/), keyHeader: bearer },
  postmark: {
    prefix: '/postmark',
    sends: posts(/^\/email(\/(batch|withTemplate|batchWithTemplates))?\/?$/i),
    keyHeader: key => ({ 'x-postmark-server-token': key }),
  },
  twilio: {
    prefix: '/twilio',
    sends: posts(/^\/2010-04-01\/Accounts\/[A-Za-z0-9]{1,64}\/Messages(\.json)?\/?$/),
    keyHeader: (key, { path }) => {
      const account = twilioAccount.exec(path)?.[1] ?? 'posthorn'
      return { authorization: `Basic ${Buffer.from(`${account}:${key}`).toString('base64')}` }
    },
  },
} as const satisfies Record<string, Dialect>

/** Headers needed to read a request. No others are passed on, because one contains the key of the old service. */
const passedOn = ['accept', 'content-type', 'idempotency-key', 'user-agent', 'x-batch-validation']

export const headersForUs = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(
    passedOn.flatMap(name => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
