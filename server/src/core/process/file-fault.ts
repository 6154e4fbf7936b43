/** Why a file cannot be read or written, and what to do. Node's words name system calls. Each completes "… cannot be read: ". */
import { dirname, resolve } from 'node:path'

/** Paths are shown whole: npm runs a script in the folder of package.json, which may not be the one that a relative path was meant for. */
export function whyUnreadable(path: string, cause: unknown): string {
  switch (codeOf(cause)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no file ${resolve(path)}. Check the path.`
    case 'EACCES':
    case 'EPERM':
      return 'this account is not allowed to read it. Use another account, or change its permissions.'
    default:
      return whyUnusable(path, cause)
  }
}

export function whyUnwritable(path: string, cause: unknown): string {
  switch (codeOf(cause)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no folder ${resolve(dirname(path))}. Create it first, or choose another file.`
    case 'EACCES':
    case 'EPERM':
      return 'this account is not allowed to write there. Use another account, or choose another file.'
    case 'EROFS':
      return 'the disk is read-only. Choose another file.'
    case 'ENOSPC':
      return 'the disk is full. Make room on it, or choose a file on another one.'
    case 'EDQUOT':
      return 'the disk space of this account is used up. Make room, or choose a file elsewhere.'
    case 'EPIPE':
      return 'the program that reads it has ended.'
    case 'EFBIG':
      return 'the system does not allow so large a file. Raise its limit (ulimit -f), or choose a file elsewhere.'
    default:
      return whyUnusable(path, cause)
  }
}

function whyUnusable(path: string, cause: unknown): string {
  switch (codeOf(cause)) {
    case 'EISDIR':
      return `${resolve(path)} is a folder. Name a file.`
    case 'ENAMETOOLONG':
      return 'the name is too long.'
    case 'EIO':
      return 'the disk reported an error (EIO). Check it, or choose a file on another one.'
    default:
      return `${codeOf(cause) ?? (cause instanceof Error ? cause.message : String(cause))}.`
  }
}

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
