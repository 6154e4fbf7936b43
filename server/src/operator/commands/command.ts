import type { Writable } from 'node:stream'
import type { AuditAction } from '@posthorn/contract/audit'
import type { Change } from '#core/change.ts'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#setup/settings.ts'
import { readArguments } from './arguments.ts'
import type { Given, Options } from './option.ts'

/** How the operator's command is invoked in the folder of Posthorn. */
export const invocation = 'npm run -s posthorn --'

/** What a command gets from its process. */
export type Operator = {
  /** Throws Fatal when a setting is wrong. */
  loadConfig(): Config
  clock: Clock
  /** Prints progress before a command ends. Does nothing with --json, where only the answer is printed. */
  write(text: string): void
  /** Standard output, for a command that writes binary data. */
  output(): Writable
  /** After this call, Ctrl-C aborts the signal instead of ending the process. */
  untilInterrupted(): AbortSignal
}

export type Answer = { json: unknown; text: string; failed?: boolean }

type Described<O extends Options> = {
  name: string
  summary: string
  options: O
  example: string
  /** The actions that it writes to the audit log of the organization that it changes. */
  audit?: AuditAction
}

export type Command = Described<Options> & {
  run(args: readonly string[], operator: Operator): Promise<Answer>
}

type Definition<O extends Options> = Described<O> & {
  run(given: Given<O>, operator: Operator): Promise<Answer>
}

/** The change of a command, for the audit log. */
export const changeAtTerminal = (at: Date, action: AuditAction, whose: Whose): Change => ({
  ...{ action, at, actor: { type: 'operator' }, via: 'command_line' },
  ...whose,
})

type Whose = Pick<Change, 'organizationId' | 'environmentId' | 'objectId'>

/** Ties a command's options to its `run` function, so that the compiler checks them against each other. */
export const defineCommand = <const O extends Options>(definition: Definition<O>): Command => ({
  ...definition,
  run(args, operator) {
    const given = readArguments(definition.options, args, `${invocation} help ${definition.name}`)
    // `as`: readArguments has checked required options and choices.
    return definition.run(given as Given<O>, operator)
  },
})
