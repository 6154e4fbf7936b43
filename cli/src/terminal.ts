/** The parts of the process that a command can use. */
export type Terminal = {
  env: Readonly<Record<string, string | undefined>>
  clock: () => Date
  /** Writes output before the command ends. Writes nothing with --json. */
  write(text: string): void
  /** Reports progress on stderr, also with --json. */
  progress(text: string): void
  /** Whether the output can have colours. */
  hasColours: boolean
  /** Prompts for a secret without echoing it; reads all of stdin if it is not a terminal. */
  readSecret(question: string): Promise<string>
  readInput(): Promise<string>
  /** From this call on, Ctrl-C aborts the signal instead of ending the process. */
  untilInterrupted(): AbortSignal
}
