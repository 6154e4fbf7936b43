/** What a command may ask of the process that it runs in. */
export type Terminal = {
  env: Readonly<Record<string, string | undefined>>
  clock: () => Date
  /** For a command that tells something before it ends. Says nothing with --json. */
  write(text: string): void
  /** How far something has come, beside what is written. Goes to the error output, also with --json. */
  progress(text: string): void
  /** Whether what is written may have colours. */
  hasColours: boolean
  /** Asks for a text that is not shown; reads it whole where nobody types. */
  readSecret(question: string): Promise<string>
  readInput(): Promise<string>
  /** From this call on, Ctrl-C does not end the process but aborts the signal. */
  untilInterrupted(): AbortSignal
}
