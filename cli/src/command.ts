import { readArguments } from '../../server/src/operator/commands/arguments.ts'
import type { Answer } from '../../server/src/operator/commands/command.ts'
import type { Given, Options } from '../../server/src/operator/commands/option.ts'
import type { Terminal } from './terminal.ts'

type Described<O extends Options> = { name: string; summary: string; options: O; example: string }

export type Command = Described<Options> & { run(args: readonly string[], terminal: Terminal): Promise<Answer> }

type Definition<O extends Options> = Described<O> & { run(given: Given<O>, terminal: Terminal): Promise<Answer> }

export const invocation = 'posthorn'

/** Ties the options of a command to its `run`, so the compiler checks that they match. */
export const defineCommand = <const O extends Options>(definition: Definition<O>): Command => ({
  ...definition,
  async run(args, terminal) {
    const given = readArguments(definition.options, args, `${invocation} help ${definition.name}`)
    // `as`: readArguments has checked required options and choices.
    return definition.run(given as Given<O>, terminal)
  },
})

/** Where an import without --live went, so that nobody looks for it in the live environment. */
export const whereTo = (isLive: boolean): string =>
  isLive ? '' : 'This was the test environment. To import into the live one, add --live.\n'

/** For every command that calls the API. The default is the test environment. */
export const live = { value: '', summary: 'Uses the live environment instead of test', flag: true } as const
