/** Runs the command in this process: the words of a command line, with a key for the service of the tests. */

import { runCommandLine } from '../../cli/src/run.ts'

export async function posthorn(
  env: Record<string, string>,
  words: readonly string[],
  signal = new AbortController().signal,
  onWrite = (_text: string) => {},
) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommandLine(words, {
    env,
    clock: () => new Date(),
    write(text) {
      out.push(text)
      onWrite(text)
    },
    progress: text => void err.push(text),
    hasColours: false,
    readSecret: async () => '',
    readInput: async () => '',
    untilInterrupted: () => signal,
  }).catch(error => {
    // An error that the user can fix; the program itself prints it in the same way.
    if (error.name !== 'Fatal') throw error
    err.push(error.message)
    return 1
  })
  return { code, out: out.join(''), err: err.join('') }
}
