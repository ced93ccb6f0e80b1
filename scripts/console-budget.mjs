// Sizes of the built console against its budgets, from the manifest of the build. Fails over budget, and when it reads nothing.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from './setup.mjs'

const OUT = join(ROOT, 'dist', 'console')
const KIB = 1024
/** KiB of JavaScript, gzip -9 (docs/decisions and issue 2). */
const BUDGET = { shell: 260, listRoute: 110, language: 12 }

const ENTRY = 'apps/console/index.html'
const SHELL = 'apps/console/layout/shell.tsx'
const KIT_WORDS = 'kernel/console/locales/zh.json'
const SHELL_WORDS = 'apps/console/locales/zh.json'
const COMPONENT_WORDS = 'node_modules/antd/es/locale/zh_CN.js'

const manifestFile = join(OUT, '.vite', 'manifest.json')
if (!existsSync(manifestFile)) {
  console.error('dist/console has no manifest: run npm run build first')
  process.exit(1)
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
const keys = Object.keys(manifest)
/** Entry of a source; the manifest counts from the console's own folder. */
const keyOf = source => {
  const own = relative(join(ROOT, 'apps', 'console'), join(ROOT, source))
  return keys.find(key => key === own || manifest[key].src === own)
}

let filesRead = 0
const sizes = new Map()
function gzipped(file) {
  if (!sizes.has(file)) {
    sizes.set(file, gzipSync(readFileSync(join(OUT, file)), { level: 9 }).length)
    filesRead += 1
  }
  return sizes.get(file)
}

/** Chunks that load together with an entry: itself and everything it imports statically. */
function closure(key, seen = new Set()) {
  if (seen.has(key) || !manifest[key]) return seen
  seen.add(key)
  for (const next of manifest[key].imports ?? []) closure(next, seen)
  return seen
}

const jsOf = chunkKeys =>
  [...new Set([...chunkKeys].map(key => manifest[key].file))].filter(file => file.endsWith('.js'))
const sum = files => files.reduce((total, file) => total + gzipped(file), 0)
const kib = bytes => `${(bytes / KIB).toFixed(1).padStart(7)} KiB`

const failures = []
function check(name, bytes, limit) {
  const over = bytes > limit * KIB
  console.log(`${over ? 'OVER' : ' ok '} ${kib(bytes)}  of ${String(limit).padStart(4)}  ${name}`)
  if (over) failures.push(name)
}

const shellChunks = new Set()
for (const source of [ENTRY, SHELL, SHELL_WORDS, KIT_WORDS, COMPONENT_WORDS]) {
  const key = keyOf(source)
  // A part that the build has joined with another has no entry of its own and is counted there.
  if (key) closure(key, shellChunks)
  else if (source === ENTRY) failures.push(`${source} is not in the manifest`)
}
const shellFiles = jsOf(shellChunks)
check('shell with zh', sum(shellFiles), BUDGET.shell)

/** Module whose pages are for development: no bundle but one of that profile has a trace of them (trust R-39). */
const DEVELOPMENT = 'devtools'
/** Its files, calls and words; libraries have tools of the same name. */
const TRACE = /modules\/devtools|api\/devtools|devtools\.(?:mqtt|icon)/

/** Pages of the build: route and source of each (apps/console/bundling/registries-at-build.ts). */
const built = JSON.parse(readFileSync(join(OUT, 'pages.json'), 'utf8'))
filesRead += 1

/** Chunk of a page; one that others share parts of goes by its name only. */
function chunkOfPage(source) {
  const name = source.slice(source.lastIndexOf('/') + 1).replace(/\.tsx$/, '')
  return keyOf(source) ?? keys.find(key => manifest[key].name === name && manifest[key].file.endsWith('.js'))
}

const pages = built.filter(({ source }) => !source.startsWith(`modules/${DEVELOPMENT}/`))
let lists = 0
for (const { route, source } of pages) {
  const key = chunkOfPage(source)
  if (!key) {
    failures.push(`no chunk for ${source}`)
    continue
  }
  const chunks = closure(key)
  const files = jsOf(chunks).filter(file => !shellFiles.includes(file))
  // A page is a list when the generated page comes with it.
  const isList = [...chunks].some(chunk => manifest[chunk].name === 'resource-page')
  if (isList) {
    lists += 1
    check(`more for ${route}`, sum(files), BUDGET.listRoute)
  } else console.log(`     ${kib(sum(files))}           more for ${route}`)
}

/** Words of one language: shell, kit and components together. */
for (const language of ['zh', 'en', 'es']) {
  const files = keys
    .filter(key => new RegExp(`locales/${language}\\.json$`).test(key) && !key.includes('modules/'))
    .map(key => manifest[key].file)
  check(`words of ${language} in shell and kit`, sum([...new Set(files)]), BUDGET.language)
}

const charts = keys.find(key => key.endsWith('echarts-canvas.tsx'))
if (charts) {
  const inShell = jsOf(closure(charts)).filter(file => !shellFiles.includes(file))
  console.log(`     ${kib(sum(inShell))}           charts, loaded by the first chart`)
}
if (process.env.WATTYARD_PROFILE !== 'development') {
  const texts = readdirSync(OUT, { recursive: true }).filter(name => /\.(?:js|css|json|html)$/.test(name))
  const traces = texts.filter(name => TRACE.test(readFileSync(join(OUT, name), 'utf8')))
  console.log(`      ${texts.length} texts looked through for pages of development, ${traces.length} have them`)
  for (const name of traces) failures.push(`${String(name)} has pages of development`)
}
const scripts = readdirSync(join(OUT, 'assets')).filter(name => name.endsWith('.js'))
/** Without its first line a script costs every load a tenth more of the processor (docs/decisions/0405-compiled-at-once.md). */
const HINT = '//# allFunctionsCalledOnLoad\n'
const late = scripts.filter(name => !readFileSync(join(OUT, 'assets', name), 'utf8').startsWith(HINT))
console.log(`      ${scripts.length} scripts looked at, ${late.length} of them compiled at the first call`)
for (const name of late) failures.push(`${name} does not begin with the hint to compile it at once`)
const maps = readdirSync(join(OUT, 'assets')).filter(name => name.endsWith('.map'))
if (maps.length > 0) failures.push(`${maps.length} source maps would be public`)

console.log(`${filesRead} files read, ${pages.length} pages, ${lists} of them lists`)
// The generated page has gone into a chunk of another name, and no list was weighed.
if (lists === 0) failures.push('no list was found')
if (filesRead === 0) failures.push('no file was read')
if (failures.length > 0) {
  console.error(`over budget or broken: ${failures.join('; ')}`)
  process.exit(1)
}
