/** The same inside workerd: the client and the exercise are bundled into one module, which answers a request. */
import { fileURLToPath } from 'node:url'
import { Miniflare } from 'miniflare'
import { build } from 'vite'

const [url = '', apiKey = ''] = process.argv.slice(2)
const entry = fileURLToPath(new URL('exercise.js', import.meta.url))
const built = await build({
  configFile: false,
  logLevel: 'silent',
  build: { write: false, lib: { entry, formats: ['es'] } },
})
const [chunk] = [built].flat().flatMap(one => ('output' in one ? one.output : []))
const worker = `import { exercise } from './exercise.js'
export default {
  fetch: async (_request, env) => new Response(await exercise(env).catch(error => String(error.stack))),
}`
const miniflare = new Miniflare({
  modules: [
    { type: 'ESModule', path: 'worker.js', contents: worker },
    { type: 'ESModule', path: 'exercise.js', contents: chunk.code },
  ],
  bindings: { url, apiKey },
  compatibilityDate: '2025-01-01',
})
console.log(await (await miniflare.dispatchFetch('http://localhost/')).text())
await miniflare.dispose()
