import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compiledAtOnce } from './bundling/compiled-at-once.ts'
import { JOINED_CHUNKS } from './bundling/joined-chunks.ts'
import { registriesAtBuild } from './bundling/registries-at-build.ts'
import { withoutSchemas } from './bundling/without-schemas.ts'

/** Whether pages for development are in the bundle; set by scripts/build.mjs. */
const isForDevelopment = process.env.WATTYARD_PROFILE === 'development'

/** Leaves pages for development out: a file that nothing imports cannot be in the bundle (trust R-39). */
const withoutDevelopmentPages: Plugin = {
  name: 'without-development-pages',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/development-pages\.ts$/ },
    handler: (source, importer) =>
      importer && source === './development-pages.ts'
        ? fileURLToPath(new URL('routes/no-development-pages.ts', import.meta.url))
        : null,
  },
}

/** Server that answers `/chg/` and `/ocpp/` while the console is developed with `vite`. */
const API = process.env.WATTYARD_URL ?? 'http://127.0.0.1:8080'

const PLAIN_ICON = fileURLToPath(new URL('../../kernel/console/ui/icon/plain-icon.tsx', import.meta.url))
/** The import by which each icon of the package is drawn. */
const THEIRS = /(^|\/)components\/AntdIconLight(\.js)?$/
const STAND_IN = '\0wattyard:plain-icon'

/**
 * Draws every icon, antd's own included, by the kit's plain icon (decision 0013). The build fails when no icon was replaced: the
 * package has then changed its internals, and icon names would be read out in English again.
 */
function plainIcons(): Plugin {
  let replaced = 0
  return {
    name: 'wattyard:plain-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!THEIRS.test(source) || !importer?.includes('@ant-design/icons')) return null
      replaced += 1
      return STAND_IN
    },
    load: id => (id === STAND_IN ? `export { PlainIcon as default } from ${JSON.stringify(PLAIN_ICON)}` : null),
    buildEnd(error) {
      if (!error && replaced === 0) throw new Error('no icon was replaced: see plainIcons')
    },
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/jkweb/',
  plugins: [
    react(),
    plainIcons(),
    withoutSchemas,
    compiledAtOnce,
    registriesAtBuild(isForDevelopment),
    ...(isForDevelopment ? [] : [withoutDevelopmentPages]),
  ],
  // The server replaces this by a nonce with each answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2024',
    // All assets stay files, because the page's policy forbids scripts at data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: JOINED_CHUNKS },
        // The shell names every file, and a hash does not compress: seven signs, the least that the bundler takes, tell builds apart as well as eight.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 23010,
    strictPort: true,
    // Piles can connect to this port as well.
    proxy: { '/chg': { target: API, ws: true }, '/ocpp': { target: API, ws: true } },
  },
})
