import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Bundles everything into plain JavaScript: Node does not strip types inside node_modules, and an install needs no network. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  build: {
    ssr: 'src/posthorn.ts',
    target: 'node22',
    license: { fileName: 'licenses.md' },
    rolldownOptions: { output: { entryFileNames: 'posthorn.js', chunkFileNames: '[name].js' } },
  },
  ssr: { noExternal: true },
})
