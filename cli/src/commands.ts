/** All commands, in the order of the help page. */
import type { Command } from './command.ts'
import { completionOf } from './commands/completion.ts'
import { doctor } from './commands/doctor.ts'
import { importContacts } from './commands/import-contacts.ts'
import { importsFromProviders } from './commands/import-from.ts'
import { listen } from './commands/listen.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { logs } from './commands/logs.ts'
import { mcp } from './commands/mcp.ts'
import { send } from './commands/send.ts'
import { shadow } from './commands/shadow.ts'

const own: readonly Command[] = [
  ...[login, logout, send, logs, listen, importContacts],
  ...importsFromProviders,
  ...[shadow, mcp, doctor],
]

export const commands: readonly Command[] = [...own, completionOf(own)]
