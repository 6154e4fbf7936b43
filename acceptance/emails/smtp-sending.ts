/** Messages as mail programs submit them. */
import { createTransport, type SendMailOptions } from 'nodemailer'
import { hello } from './sending.ts'

/** The reply to a message, or to what was refused before it. The certificate is self-signed. */
export async function submit(port: number, key: string, fields: SendMailOptions = {}): Promise<string> {
  const transport = createTransport({
    ...{ host: '127.0.0.1', port, auth: { user: 'anybody', pass: key }, tls: { rejectUnauthorized: false } },
  })
  try {
    const { response } = await transport.sendMail({ ...hello, ...fields })
    return response
  } catch (error) {
    return error instanceof Error && 'response' in error ? String(error.response) : String(error)
  } finally {
    transport.close()
  }
}

/** The id that a message was given. */
export const idIn = (reply: string): string => /^250 2\.0\.0 Ok: ([\w-]+)/.exec(reply)?.[1] ?? `no id: ${reply}`
