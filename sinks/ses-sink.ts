/** Amazon SES, as far as sending goes, on a real socket: it checks each signature itself and keeps what it takes. */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { smtpCertificate } from './smtp-certificate.ts'

type SesMessage = { recipients: string[]; message: Buffer; configurationSet: string | undefined }

/** `reset`: the connection breaks after the request was read. */
type SesAct = 'take' | 'reset' | { status: number; error?: string; words?: string } | { status: number; raw: string }

type Options = { accessKey: string; secretKey: string; region: string; tls?: boolean; account?: object }

export type SesSink = AsyncDisposable & {
  url: string
  taken: readonly SesMessage[]
  /** What it does with the next requests. */
  script(...acts: SesAct[]): void
}

const inProduction = { SendingEnabled: true, ProductionAccessEnabled: true }

export async function startSesSink(options: Options): Promise<SesSink> {
  const taken: SesMessage[] = []
  const acts: SesAct[] = []

  const listen = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    const fault = signatureFault(request, body, options)
    if (fault) return refuse(response, 403, fault, 'The request signature we calculated does not match.')
    if (request.url === '/v2/email/account') return send(response, 200, { ...inProduction, ...options.account })
    if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails') return refuse(response, 404, '', '')
    const act = acts.shift() ?? 'take'
    if (act === 'reset') return request.socket.destroy()
    if (act !== 'take' && 'raw' in act) return response.writeHead(act.status).end(act.raw)
    if (act !== 'take') return refuse(response, act.status, act.error ?? '', act.words ?? '')
    const { Destination, Content, ConfigurationSetName } = JSON.parse(body.toString('utf8'))
    taken.push({
      recipients: Destination.ToAddresses,
      message: Buffer.from(Content.Raw.Data, 'base64'),
      configurationSet: ConfigurationSetName,
    })
    send(response, 200, { MessageId: `0102-${taken.length}` })
  }

  const server = options.tls ? createTlsServer(smtpCertificate, listen) : createServer(listen)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    taken,
    script: (...next) => acts.push(...next),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const send = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const refuse = (response: ServerResponse, status: number, error: string, message: string) =>
  send(response, status, { message }, { 'x-amzn-errortype': `${error}:http://internal.amazon.com/coral/` })

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html, computed from the received request. */
function signatureFault(request: IncomingMessage, body: Buffer, { accessKey, secretKey, region }: Options) {
  const given =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/ses\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  const at = String(request.headers['x-amz-date'])
  if (!given || given[1] !== accessKey || given[3] !== region) return 'UnrecognizedClientException'
  const [, , day = '', , names = '', signature] = given
  if (!names.split(';').includes('host') || !at.startsWith(day) || isOld(at)) return 'InvalidSignatureException'
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonicalHeaders = names.split(';').map(name => `${name}:${request.headers[name]}\n`)
  const canonical = [request.method, path, query, canonicalHeaders.join(''), names, sha256(body)].join('\n')
  const scope = `${day}/${region}/ses/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = [day, region, 'ses', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

/** Written as 20261117T120000Z. */
function isOld(at: string): boolean {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? []
  const [year = 0, month = 0, ...rest] = parts.map(Number)
  return Math.abs(Date.now() - Date.UTC(year, month - 1, ...rest)) > 300_000
}
