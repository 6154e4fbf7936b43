import type { Answer } from '../../../server/src/operator/commands/command.ts'
import { type Command, defineCommand } from '../command.ts'
import { bash, fish, zsh } from '../completion-scripts.ts'

const scripts = { bash, zsh, fish }

/** The command completes itself as well. */
export const completionOf = (others: readonly Command[]): Command => {
  const completion: Command = defineCommand({
    name: 'completion',
    summary: 'Prints the script that makes your shell complete commands and options',
    example: 'completion bash > ~/.local/share/bash-completion/completions/posthorn',
    options: {
      shell: {
        value: '<shell>',
        summary: 'Your shell',
        choices: ['bash', 'zsh', 'fish'],
        required: true,
        positional: true,
      },
    },
    async run({ shell }): Promise<Answer> {
      const script = scripts[shell]([...others, completion])
      return { json: { shell, script }, text: script }
    },
  })
  return completion
}
