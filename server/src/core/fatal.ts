/** An error that the person at the terminal can fix: shown as one line, without a stack. */
export class Fatal extends Error {
  override name = 'Fatal'
}

export const fatal = (message: string, cause?: unknown): Fatal => new Fatal(message, { cause })
