import process from 'node:process'
import { exercise } from './exercise.js'

const [url = '', apiKey = ''] = process.argv.slice(2)
const version = globalThis.Bun?.version ?? globalThis.Deno?.version.deno ?? process.version
console.log(version, await exercise({ url, apiKey }))
