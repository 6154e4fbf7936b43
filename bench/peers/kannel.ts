/**
 * The bench's own Kannel: its configuration and its store are in a temporary folder, its ports on the loopback
 * interface, and it is bound to an SMSC like our worker. It writes a message to its store before it confirms it, but
 * never syncs, and keeps the list of expected receipts in memory.
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

/** `spool`: a file per message. `file`: one file for all, rewritten periodically, which is faster while few are waiting. */
export type KannelStore = 'spool' | 'file'

export type Kannel = AsyncDisposable & {
  pids: readonly number[]
  origin: string
  /** The path for messages, without the parameters for sender, recipient and text. */
  path: string
  reports: DeliveryReports
}

/** All reports. Here there are two per message: accepted by the SMSC, and delivered. */
const reportMask = 31
export const reportsPerMessage = 2

/** Undefined if Kannel is not installed. */
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
    // Log only fatal errors.
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
