/**
 * PostgreSQL refuses to run as root. Started by root (containers, small servers), it runs as an account without
 * rights that the machine has already; nothing is added to the machine.
 */
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { uid: number; gid: number }

/** Undefined when we are not root: then PostgreSQL runs as whoever started us. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const account = lookUp(name)
    if (account) return account
  }
  return { uid: 65_534, gid: 65_534 }
}

function lookUp(name: string): Account | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

/** The command that runs `file` as `account`, even where the path to it is closed to others (/root, a 0700 folder). */
export function commandAs(
  account: Account | undefined,
  file: string,
  args: readonly string[],
  paths: readonly string[],
) {
  if (!account) return { file, args: [...args], options: {} }
  if (paths.every(path => isOpenTo(account, path))) return { file, args: [...args], options: account }
  // The one right it keeps is to pass closed folders on the way to its own files.
  const setpriv = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups']
  const capability = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override']
  // Without this bit the kernel leaves the right out of access(2), with which initdb looks for the server beside itself.
  const access = ['--securebits', '+no_setuid_fixup']
  return { file: 'setpriv', args: [...setpriv, ...capability, ...access, file, ...args], options: {} }
}

function isOpenTo(account: Account, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
