/**
 * A Kannel of the bench's own: its configuration and its store are in a temporary folder, its ports on the loopback
 * interface, and it is bound to an SMSC as ours is. It has written a message to its store before it answers for it, but
 * never syncs; what it expects receipts for is in its memory.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../sinks/find-program.ts'
import { freePort } from '../../sinks/free-port.ts'
import { removeFolder } from '../../sinks/remove-folder.ts'
import { startProgram } from '../child-process.ts'
import { type DeliveryReports, openDeliveryReports } from '../delivery-reports.ts'
import { type SmscSink, smscLogin, smscWindow } from '../sinks/smsc-sink.ts'
import { untilOpen } from './until-open.ts'

/** A file for each message, or one file for all, which is written anew now and then: faster as long as few are waiting. */
export type KannelStore = 'spool' | 'file'

export type Kannel = AsyncDisposable & {
  pids: readonly number[]
  origin: string
  /** Where it takes messages; the sender, the recipient and the text are to be added. */
  path: string
  reports: DeliveryReports
}

/** Everything that it can report: here that the SMSC has taken a message, and that it was delivered. */
const reportMask = 31
export const reportsPerMessage = 2

/** Undefined where it is not installed. */
export async function startKannel(
  sink: SmscSink,
  store: KannelStore,
  signal: AbortSignal,
): Promise<Kannel | undefined> {
  const programs = { bearerbox: findProgram('bearerbox'), smsbox: findProgram('smsbox') }
  if (!programs.bearerbox || !programs.smsbox) return undefined
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), 'posthorn-bench-kannel-')), removeFolder)
  const ports = { admin: await freePort(), boxes: await freePort(), sending: await freePort(), smsc: sink.port }
  const config = configure(folder, store, ports)
  const start = async (name: string, path: string, port: number) => {
    // It says only what it ends of.
    const command = { path, args: ['-v', '4', config] }
    return opened.use(
      await startProgram(name, command, { cwd: folder, env: {}, signal }, (_, until) => untilOpen(port, until)),
    )
  }
  const bearerbox = await start('bearerbox', programs.bearerbox, ports.boxes)
  const smsbox = await start('smsbox', programs.smsbox, ports.sending)
  const reports = opened.use(await openDeliveryReports())
  const login = { username: smscLogin, password: smscLogin }
  const query = new URLSearchParams({ ...login, 'dlr-mask': String(reportMask), 'dlr-url': reports.url })
  const kept = opened.move()
  return {
    pids: [bearerbox.pid, smsbox.pid],
    origin: `http://127.0.0.1:${ports.sending}`,
    path: `/cgi-bin/sendsms?${query}`,
    reports,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

type Ports = { admin: number; boxes: number; sending: number; smsc: number }

function configure(folder: string, store: KannelStore, ports: Ports): string {
  const location = join(folder, 'store')
  if (store === 'spool') mkdirSync(location)
  const here = '127.0.0.1'
  const groups: Record<string, Record<string, string | number>> = {
    core: {
      'admin-port': ports.admin,
      'admin-interface': here,
      'admin-password': smscLogin,
      'smsbox-port': ports.boxes,
      'smsbox-interface': here,
      'box-allow-ip': here,
      'store-type': store,
      'store-location': location,
      'dlr-storage': 'internal',
    },
    smsc: {
      smsc: 'smpp',
      'smsc-id': 'sink',
      host: here,
      port: ports.smsc,
      'transceiver-mode': 'true',
      'smsc-username': smscLogin,
      'smsc-password': smscLogin,
      'system-type': '""',
      'max-pending-submits': smscWindow,
    },
    smsbox: {
      'bearerbox-host': here,
      'bearerbox-port': ports.boxes,
      'sendsms-port': ports.sending,
      'sendsms-interface': here,
    },
    'sendsms-user': { username: smscLogin, password: smscLogin },
  }
  const file = join(folder, 'kannel.conf')
  const toLines = (values: Record<string, string | number>) =>
    Object.entries(values).map(([name, value]) => `${name} = ${value}\n`)
  const toGroup = ([group, values]: [string, Record<string, string | number>]) =>
    [`group = ${group}\n`, ...toLines(values)].join('')
  writeFileSync(file, Object.entries(groups).map(toGroup).join('\n'))
  return file
}
