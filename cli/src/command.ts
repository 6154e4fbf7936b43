import { readArguments } from '../../server/src/operator/commands/arguments.ts'
import type { Answer } from '../../server/src/operator/commands/command.ts'
import type { Given, Options } from '../../server/src/operator/commands/option.ts'
import type { Terminal } from './terminal.ts'

type Described<O extends Options> = { name: string; summary: string; options: O; example: string }

export type Command = Described<Options> & { run(args: readonly string[], terminal: Terminal): Promise<Answer> }

type Definition<O extends Options> = Described<O> & { run(given: Given<O>, terminal: Terminal): Promise<Answer> }

export const invocation = 'posthorn'

/** Joins the options of a command to what it does with them, so that the compiler compares the two. */
export const defineCommand = <const O extends Options>(definition: Definition<O>): Command => ({
  ...definition,
  async run(args, terminal) {
    const given = readArguments(definition.options, args, `${invocation} help ${definition.name}`)
    // `as`: readArguments has checked what is required and what is a choice.
    return definition.run(given as Given<O>, terminal)
  },
})

/** The test environment unless told otherwise, for every command that asks the API. */
export const live = { value: '', summary: 'In the live environment; in test when left out', flag: true } as const
