import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The link that a start leaves in the data folder to set up the dashboard. */
export const setUpLink = (dataDir: string): string => readFileSync(join(dataDir, 'set-up-link'), 'utf8').trim()

export const setUpToken = (dataDir: string): string => /token=(\S+)/.exec(setUpLink(dataDir))?.[1] ?? ''
