/** One real service with two tenants: the attacker, and one who must not notice. Its mail goes to a sink on loopback. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DnsStub, startDnsStub } from '../../sinks/dns-stub.ts'
import { freePort } from '../../sinks/free-port.ts'
import { type SmtpSink, startSmtpSink } from '../../sinks/smtp-sink.ts'
import { isRunning, newDataFolder } from '../service/data-folder.ts'
import { createOrganization, type Organization } from '../service/operator.ts'
import { type Command, node, repository, type Service, startService } from '../service/service.ts'
import { type Hostile, type Sent, send } from './send.ts'
import { type Figures, faultsOf, figuresOf } from './verdict.ts'
import { type Watch, watch } from './watch.ts'

export type Attack = {
  about: string
  /** Preparations, which do not count. */
  prepare?(target: Target): Promise<unknown>
  run(target: Target): Promise<Sent[]>
  /** Bytes by which the main process may grow. */
  mayGrow?: number
}
export type Outcome = { about: string; faults: string[]; figures: Figures; statuses: string }

export type Target = AsyncDisposable & {
  service: Service
  sink: SmtpSink
  dns: DnsStub
  attacker: Organization
  inboundPort: number
  isRunning(): boolean
  /** As the attacker. */
  send(hostile: Hostile, about?: string): Promise<Sent>
  /** Attacks, waits until everything accepted has left, and judges. */
  runAttack(attack: Attack): Promise<Outcome>
}

/** The command of `npm start`, with the service itself as the process. */
function startCommand(): Command {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  const [, ...args] = String(scripts.start).split(' ')
  return [node, ...args]
}

export async function openTarget(): Promise<Target> {
  const [folder, sink, inboundPort] = [newDataFolder(), await startSmtpSink(), await freePort()]
  const dns = await startDnsStub()
  const service = await startService({
    command: startCommand(),
    cwd: repository,
    dataDir: folder.path,
    env: {
      POSTHORN_SMTP_URL: sink.url,
      POSTHORN_SENDER_DOMAINS: 'any',
      POSTHORN_DNS_SERVERS: dns.server,
      POSTHORN_HOSTNAME: 'mail.hostile.example',
      POSTHORN_INBOUND_SMTP_PORT: String(inboundPort),
      POSTHORN_RELAY_IS_FINAL: 'true',
      LOG_LEVEL: 'error',
    },
  })
  const [attacker, neighbour] = [await createOrganization(folder.path), await createOrganization(folder.path)]
  const { url, pid } = service
  const prober = await watch({ url, key: neighbour.live_key, pid })
  const asAttacker = (hostile: Hostile, about?: string) => send(url, attacker.live_key, hostile, about)

  const target: Target = {
    service,
    sink,
    dns,
    attacker,
    inboundPort,
    isRunning: () => isRunning(pid),
    send: asAttacker,
    runAttack: attack => attackAndJudge(target, prober, attack),
    async [Symbol.asyncDispose]() {
      await prober[Symbol.asyncDispose]()
      await service.stop()
      await sink[Symbol.asyncDispose]()
      await dns[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
  return target
}

async function attackAndJudge(
  target: Target,
  prober: Watch,
  { about, prepare, run, mayGrow }: Attack,
): Promise<Outcome> {
  await prepare?.(target)
  const { memory } = await prober.seen()
  const sent = await run(target)
  const isDelivered = await untilDelivered(target)
  const seen = await prober.seen()
  const faults = faultsOf(seen, sent, { before: memory.mainNow, mayGrow })
  if (!isDelivered) faults.push('email of the attacker was still under way after 60 s')
  dropMail(target.sink)
  return { about, faults, figures: figuresOf(seen), statuses: summary(sent) }
}

/** Nothing of the attacker is under way, and something has arrived at the sink since. */
async function untilDelivered({ send, sink }: Target): Promise<boolean> {
  const [before, deadline] = [sink.received, performance.now() + 60_000]
  while (performance.now() < deadline) {
    const { status, body } = await send({ method: 'GET', path: '/v1/emails?status=processing&limit=1' })
    if (status === 200 && Array.isArray(body.data) && body.data.length === 0 && sink.received > before) return true
    if (status <= 0) return false
    await pause(50)
  }
  return false
}

/** Drops megabytes of mail that nobody looks at again. `as`: they are lists that the sink fills. */
function dropMail({ messages, commands }: SmtpSink): void {
  for (const list of [messages, commands] as unknown[][]) list.length = 0
}

function summary(sent: readonly Sent[]): string {
  const counts = new Map<string, number>()
  for (const { status, body } of sent) {
    const said = `${status}${typeof body.code === 'string' ? ` ${body.code}` : ''}`
    counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  return [...counts].map(([said, count]) => (count > 1 ? `${count} × ${said}` : said)).join(', ')
}
