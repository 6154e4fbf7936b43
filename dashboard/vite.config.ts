import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { operationsTable } from './operations-table.ts'
import { pageShell } from './page-shell.ts'

const api = 'http://localhost:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [operationsTable(), react(), tailwindcss(), pageShell()],
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0, reportCompressedSize: false },
  server: {
    port: 5173,
    // The page and the API share an origin, as in production, so cookies and streams work the same.
    proxy: Object.fromEntries(
      ['/v1', '/console', '/docs', '/look', '/openapi.json'].map(path => [path, { target: api }]),
    ),
  },
})
