import type { Writable } from 'node:stream'
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

type Described<O extends Options> = { name: string; summary: string; options: O; example: string }

export type Command = Described<Options> & {
  run(args: readonly string[], operator: Operator): Promise<Answer>
}

type Definition<O extends Options> = Described<O> & {
  run(given: Given<O>, operator: Operator): Promise<Answer>
}

/** Joins the options of a command to what it does with them, so that the compiler compares the two. */
export const defineCommand = <const O extends Options>(definition: Definition<O>): Command => ({
  ...definition,
  run(args, operator) {
    const given = readArguments(definition.options, args, `${invocation} help ${definition.name}`)
    // `as`: readArguments has checked what is required and what is a choice.
    return definition.run(given as Given<O>, operator)
  },
})
