import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The Node flags of `npm start`, `npm run api` or `npm run worker`. */
export function flagsOf(script: 'start' | 'api' | 'worker'): string[] {
  const scripts = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).scripts
  const flags = String(scripts[script]).split(' ').slice(1, -1)
  const preload = fileURLToPath(new URL('../server/runtime.js', import.meta.url))
  return flags.map(flag => (flag.endsWith('runtime.js') ? preload : flag))
}
