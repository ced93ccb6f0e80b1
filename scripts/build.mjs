// npm run build: builds the console into dist/console. Does nothing when its sources have not changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { runChild } from './run-child.mjs'
import { ensureInstalled, ROOT, tool } from './setup.mjs'

const OUT = join(ROOT, 'dist', 'console')
const MARK = join(OUT, '.sources')
const SOURCES = [
  'apps/console',
  'kernel/console',
  'kernel/resource',
  'kernel/money',
  'kernel/time',
  'kernel/pages',
  'modules',
  'scripts/build.mjs',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.console.json',
]
/** Rooms of a module that never reach a browser. */
const NOT_CONSOLE = new Set(['node_modules', 'server', 'testing', 'dist'])
const IS_SOURCE = /\.(?:tsx?|mjs|json|css|svg|html|md)$/
const IS_TEST = /\.test\.tsx?$/

/** Every file that the console is made of, in a stable order. */
function sourceFiles(path) {
  if (statSync(path).isFile()) return IS_SOURCE.test(path) && !IS_TEST.test(path) ? [path] : []
  return readdirSync(path)
    .filter(name => !NOT_CONSOLE.has(name))
    .sort()
    .flatMap(name => sourceFiles(join(path, name)))
}

function sourcesHash() {
  const files = SOURCES.flatMap(source => sourceFiles(join(ROOT, source)))
  if (files.length === 0) throw new Error('the build found no source file')
  // A bundle with pages for development is another one.
  const hash = createHash('sha256')
    .update(process.version)
    .update(process.env.WATTYARD_PROFILE === 'development' ? 'development' : '')
  for (const file of files) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  return { hash: hash.digest('hex'), count: files.length }
}

/** Texts worth compressing get a .br and a .gz beside them; the server sends what the browser takes. */
function compress(folder) {
  let bytes = 0
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!/\.(?:js|css|svg|json)$/.test(name) || statSync(file).size < 1024) continue
    const text = readFileSync(file)
    const packed = brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    })
    writeFileSync(`${file}.br`, packed)
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
    bytes += packed.length
  }
  return bytes
}

ensureInstalled()
const { hash, count } = sourcesHash()
if (existsSync(MARK) && readFileSync(MARK, 'utf8') === hash && existsSync(join(OUT, 'index.html'))) {
  console.log(`console: up to date (${count} source files)`)
} else {
  const started = Date.now()
  // Without its mark a build that stops half-way is built again.
  rmSync(MARK, { force: true })
  const code = await runChild([tool('vite'), 'build', '--config', 'apps/console/vite.config.ts', '--logLevel', 'warn'])
  if (code !== 0) process.exit(code)
  const bytes = compress(join(OUT, 'assets'))
  mkdirSync(dirname(MARK), { recursive: true })
  writeFileSync(MARK, hash)
  console.log(
    `console: built from ${count} source files in ${((Date.now() - started) / 1000).toFixed(1)} s, ${Math.round(bytes / 1024)} KiB compressed`,
  )
}
