/**
 * PostgreSQL refuses to run as root. When root starts us (containers, small servers), it runs as an unprivileged account
 * that already exists; no account is created.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { uid: number; gid: number }

/**
 * Undefined when we are not root: PostgreSQL then runs as our own user. Once its files exist, it keeps running as their
 * owner, even if accounts are added or removed.
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

/** The command that runs `file` as `account`, even if other users cannot enter a folder on its path (/root, a 0700 folder). */
export function commandAs(
  account: Account | undefined,
  file: string,
  args: readonly string[],
  paths: readonly string[],
) {
  if (!account) return { file, args: [...args], options: {} }
  if (paths.every(path => isOpenTo(account, path))) return { file, args: [...args], options: account }
  const setpriv = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups']
  const right = `+${capabilityFor(account, file)}`
  const capability = ['--inh-caps', right, '--ambient-caps', right]
  // Without this bit, access(2) ignores the capability, and initdb uses it to find the server binary in its own folder.
  const access = ['--securebits', '+no_setuid_fixup']
  return { file: 'setpriv', args: [...setpriv, ...capability, ...access, file, ...args], options: {} }
}

/**
 * The only capability it keeps, to enter closed folders on the way to its own files. dac_read_search is the weaker one: it
 * reads any file but writes none. But Docker's default set lacks it, and it cannot run a binary that is itself closed
 * (installed under umask 077).
 */
function capabilityFor(account: Account, file: string): 'dac_read_search' | 'dac_override' {
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

/** True when the account may enter the folder or run the file. */
function allows(account: Account, path: string): boolean {
  const { mode, uid, gid } = statSync(path)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & bit) !== 0
}
