import type { Writable } from 'node:stream'
import type { AuditAction } from '@posthorn/contract/audit'
import type { Change } from '#core/change.ts'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#setup/settings.ts'
import { readArguments } from './arguments.ts'
import type { Given, Options } from './option.ts'

/** How the operator's command is called from the folder of Posthorn. */
export const invocation = 'npm run -s posthorn --'

/** What a command may ask of the process it runs in. */
export type Operator = {
  /** Throws Fatal when a setting is wrong. */
  loadConfig(): Config
  clock: Clock
  /** For a command that tells something before it ends. Says nothing with --json: there the answer is all. */
  write(text: string): void
  /** For a command whose answer is no text. */
  output(): Writable
  /** From this call on, Ctrl-C does not end the process but aborts the signal. */
  untilInterrupted(): AbortSignal
}

export type Answer = { json: unknown; text: string; failed?: boolean }

type Described<O extends Options> = {
  name: string
  summary: string
  options: O
  example: string
  /** What it leaves in the audit log of whose set-up it changes. */
  audit?: AuditAction
}

export type Command = Described<Options> & {
  run(args: readonly string[], operator: Operator): Promise<Answer>
}

type Definition<O extends Options> = Described<O> & {
  run(given: Given<O>, operator: Operator): Promise<Answer>
}

/** What a command tells the audit log of the change that it makes. */
export const changeAtTerminal = (at: Date, action: AuditAction, whose: Whose): Change => ({
  ...{ action, at, actor: { type: 'operator' }, via: 'command_line' },
  ...whose,
})

type Whose = Pick<Change, 'organizationId' | 'environmentId' | 'objectId'>

/** Joins the options of a command to what it does with them, so that the compiler compares the two. */
export const defineCommand = <const O extends Options>(definition: Definition<O>): Command => ({
  ...definition,
  run(args, operator) {
    const given = readArguments(definition.options, args, `${invocation} help ${definition.name}`)
    // `as`: readArguments has checked what is required and what is a choice.
    return definition.run(given as Given<O>, operator)
  },
})
