import { rmSync } from 'node:fs'

/** Retries: files that a process had open a moment ago may still be written. */
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
