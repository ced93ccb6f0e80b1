import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Server that answers `/chg/` while the console is developed with `vite`. */
const API = process.env.WATTYARD_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/jkweb/',
  plugins: [react()],
  // The server puts a nonce of its own here with each answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2024',
    // Words and the like stay files: data: addresses of scripts are forbidden by the page's policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
  server: { host: '127.0.0.1', port: 23010, strictPort: true, proxy: { '/chg': API } },
})
