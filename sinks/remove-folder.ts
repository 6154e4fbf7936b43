import { rmSync } from 'node:fs'

/** Tries again: what a process has left open a moment ago may still be written. */
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
