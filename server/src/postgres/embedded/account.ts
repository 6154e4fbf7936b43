/**
 * PostgreSQL refuses to run as root. Started by root (containers, small servers), it runs as an account without
 * rights that the machine has already; nothing is added to the machine.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { uid: number; gid: number }

/**
 * Undefined when we are not root: then PostgreSQL runs as whoever started us. Its files once made, it stays with their
 * owner, whichever accounts the machine gains or loses.
 */
export function unprivilegedAccount(owner?: Account): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (owner && owner.uid !== 0) return owner
  for (const name of ['postgres', 'nobody']) {
    const account = lookUp(name)
    if (account) return account
  }
  return { uid: 65_534, gid: 65_534 }
}

export function ownerOf(path: string): Account {
  const { uid, gid } = statSync(path)
  return { uid, gid }
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
  const setpriv = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups']
  const right = `+${passage(account, file)}`
  const capability = ['--inh-caps', right, '--ambient-caps', right]
  // Without this bit the kernel leaves the right out of access(2), with which initdb looks for the server beside itself.
  const access = ['--securebits', '+no_setuid_fixup']
  return { file: 'setpriv', args: [...setpriv, ...capability, ...access, file, ...args], options: {} }
}

/**
 * The one right it keeps, to pass closed folders on the way to its own files. The lesser one lets it read any file and
 * write none; but docker's default set lacks it, and it runs no binary that is itself closed (installed under umask 077).
 */
function passage(account: Account, file: string): 'dac_read_search' | 'dac_override' {
  return haveReadSearch() && allows(account, file) ? 'dac_read_search' : 'dac_override'
}

/** capabilities(7): CAP_DAC_READ_SEARCH is number 2. */
function haveReadSearch(): boolean {
  const permitted = /^CapPrm:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  return (BigInt(`0x${permitted}`) & 4n) !== 0n
}

function isOpenTo(account: Account, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(account, folder)) return false
    if (folder === dirname(folder)) return true
  }
}

/** To pass a folder, to run a file. */
function allows(account: Account, path: string): boolean {
  const { mode, uid, gid } = statSync(path)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & bit) !== 0
}
