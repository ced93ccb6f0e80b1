import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@wattyard/testing'
import { expect, test } from 'vitest'
import { importsOf, packageOf, readPackages, readSources, rootPackage, type Source, targetOf } from './sources.ts'

/** The order of the house: who stands above may be imported. */
const MODULES = [
  'identity',
  'platform',
  'help',
  'notifications',
  'ledger',
  'companies',
  'assets',
  'pricing',
  'gateway',
  'members',
  'payments',
  'payables',
  'marketing',
  'charging',
  'partners',
  'storage',
  'pv',
  'reconciliation',
  'finance',
  'investors',
  'schemes',
  'interconnection',
  'reporting',
  'devtools',
]
const KERNEL = ['money', 'time', 'calls', 'pages', 'resource', 'server-kit', 'console-kit', 'testing']
/** Codecs that a module may speak, by module; the others speak none. */
const PROTOCOLS_OF: Readonly<Record<string, 'all' | readonly string[]>> = {
  gateway: 'all',
  interconnection: 'all',
  payments: ['pay-frame', 'wechat-pay', 'alipay', 'payment-files'],
  reconciliation: ['payment-files'],
}
const ours = (name: string) => `@wattyard/${name}`

const packages = readPackages()
const root = rootPackage()
const sources = readSources(packages)
const shipped = sources.filter(source => !source.isTest)

/** One line per offence, so that a failure reads like a list of what to do. */
function offences(list: readonly Source[], judge: (source: Source, specifier: string) => string | null): string[] {
  return list.flatMap(source =>
    source.imports.flatMap(specifier => {
      const offence = judge(source, specifier)
      return offence ? [`${source.path}: ${specifier} ${offence}`] : []
    }),
  )
}

const isRelative = (specifier: string) => specifier.startsWith('.')
const isBrowser = (path: string) => /^(modules\/[^/]+\/console|kernel\/console|apps\/console)\//.test(path)
/** What vitest.config.ts calls pure. */
const PURE =
  /^(modules\/[^/]+\/(console|contract)|kernel\/(console|money|pages|resource|time)|protocols|apps\/(console|simulator))\//
/** The kernel's server and its tests' databases, a server room, or factories for rows. */
const NEARER_TO_A_DATABASE = /^@wattyard\/(server-kit|app-server|testing)\b|^@wattyard\/[a-z]+\/(server|testing)$/
/** `modules/assets/server/…` is the server room of assets. */
function roomOf(path: string): { module: string; room: string } | null {
  const [, module = '', room = ''] = /^modules\/([^/]+)\/([^/]+)\//.exec(path) ?? []
  return module ? { module, room } : null
}

test('files are read', () => {
  const long = shipped.filter(source => source.text.split('\n').length > 301)
  console.log(
    `boundaries: ${sources.length} files in ${packages.length} packages, ${sources.reduce((sum, one) => sum + one.imports.length, 0)} imports; ${long.length} files over 300 lines`,
  )
  expect(sources.length).toBeGreaterThan(0)
  // Written in pieces, so that this file does not import them itself.
  const lines = [
    "import type { A } from 'a'",
    "export * from './b.ts'",
    "import 'c'",
    'export {',
    '  e,',
    '} from "e"',
    `const d = await ${'import'}('d')`,
  ]
  expect(importsOf(lines.join('\n'))).toEqual(['a', './b.ts', 'e', 'c', 'd'])
})

/** Where the generator could not write (scripts/new). */
const TO_WRITE = '✎'

test('nothing that the generator marked is left to be written', () => {
  const left = shipped.filter(({ path, text }) => text.includes(TO_WRITE) && !path.startsWith('scripts/new/'))
  expect(left.map(({ path }) => path)).toEqual([])
})

test('packages depend on what stands above them', () => {
  const wrong: string[] = []
  for (const { name, folder, dependencies } of packages) {
    const short = name.replace('@wattyard/', '')
    const allowed = allowedFor(folder, short)
    for (const dependency of dependencies.filter(one => one.startsWith('@wattyard/')))
      if (!allowed.has(dependency)) wrong.push(`${name} may not depend on ${dependency}`)
  }
  expect(wrong).toEqual([])
})

function allowedFor(folder: string, short: string): ReadonlySet<string> {
  const all = new Set(packages.map(one => one.name))
  const kernel = KERNEL.map(ours)
  if (folder.startsWith('kernel/'))
    return new Set(
      kernel
        .slice(0, Math.max(KERNEL.indexOf(short), 0))
        .filter(one => !(short === 'console-kit' && one === ours('server-kit'))),
    )
  const protocols = packages.filter(one => one.folder.startsWith('protocols/')).map(one => one.name)
  // Codecs are pure: bytes in, values out.
  if (folder.startsWith('protocols/'))
    return new Set([ours('money'), ours('time'), ours('byte-frame'), ours('ocpp-frame'), ours('pay-frame')])
  if (folder.startsWith('modules/')) {
    // The ledger knows accounts, not people or piles.
    const above = short === 'ledger' ? [] : MODULES.slice(0, Math.max(MODULES.indexOf(short), 0))
    const spoken = PROTOCOLS_OF[short] ?? []
    return new Set([...kernel, ...above.map(ours), ...(spoken === 'all' ? protocols : spoken.map(ours))])
  }
  // The simulator is a client like any other: it knows the wire and nothing of the server.
  if (short === 'app-simulator') return new Set([ours('money'), ours('time'), ...protocols])
  if (short === 'app-console')
    return new Set([...all].filter(one => one !== ours('server-kit') && one !== ours('testing')))
  return all
}

test('protocols are for the modules that speak them', () => {
  const codecs = packages.filter(one => one.folder.startsWith('protocols/')).map(one => one.name)
  const spokenBy = (module: string) => codecs.filter(one => allowedFor(`modules/${module}`, module).has(one)).toSorted()
  expect(codecs.length).toBeGreaterThan(5)
  expect(spokenBy('gateway')).toEqual(codecs.toSorted())
  expect(spokenBy('payments')).toEqual(['alipay', 'pay-frame', 'payment-files', 'wechat-pay'].map(ours))
  expect(spokenBy('reconciliation')).toEqual([ours('payment-files')])
  const speaking = MODULES.filter(module => spokenBy(module).length > 0)
  expect(speaking).toEqual(MODULES.filter(module => PROTOCOLS_OF[module]))
  // A name that is no codec would open nothing, and would look as if it did.
  const named = Object.values(PROTOCOLS_OF).flatMap(list => (list === 'all' ? [] : list.map(ours)))
  expect(named.filter(name => !codecs.includes(name))).toEqual([])
})

test('every module of the house has its place in the order', () => {
  const folders = packages
    .filter(one => one.folder.startsWith('modules/'))
    .map(one => one.name.replace('@wattyard/', ''))
  expect(folders.filter(name => !MODULES.includes(name))).toEqual([])
  expect(folders.length).toBeGreaterThan(0)
})

test('relative imports stay inside their package', () => {
  const wrong = offences(sources, (source, specifier) => {
    if (!isRelative(specifier) || !source.home) return null
    return targetOf(source, specifier).startsWith(`${source.home.folder}/`) ? null : 'leaves the package'
  })
  expect(wrong).toEqual([])
})

test('what is imported is declared', () => {
  const kit = packages.find(one => one.name === ours('console-kit'))?.dependencies ?? []
  const forTests = [...root.devDependencies, ...root.dependencies, ours('testing')]
  const wrong = offences(sources, (source, specifier) => {
    if (isRelative(specifier) || specifier.startsWith('node:') || !source.home) return null
    const name = packageOf(specifier)
    const { home, isTest } = source
    // The libraries of screens are the console kit's choice, one version for all.
    if (isBrowser(source.path) && kit.includes(name)) return null
    if (name === home.name || home.dependencies.includes(name)) return null
    return isTest && (forTests.includes(name) || home.devDependencies.includes(name))
      ? null
      : `is not a dependency of ${home.name}`
  })
  expect(wrong).toEqual([])
})

/** Libraries of pure rules: they ask for no input or output and run in a browser as on a server. */
const PURE_LIBRARIES = ['croner']

test('contract rooms are safe everywhere', () => {
  const contracts = shipped.filter(source => roomOf(source.path)?.room === 'contract')
  const wrong = offences(contracts, (source, specifier) => {
    if (isRelative(specifier))
      return roomOf(`${targetOf(source, specifier)}`)?.room === 'contract' ? null : 'leaves the contract room'
    // Schemas of calls: the console's build takes their types and leaves the library out.
    // A description of files is such a schema, and stands with the codec that reads by it.
    if (specifier === '@wattyard/payment-files/mapping') return null
    if (specifier === 'zod' && /\/calls(\/[\w-]+)?\.ts$/.test(source.path)) return null
    const isKernel = ['calls', 'money', 'time', 'pages', 'resource'].some(name => packageOf(specifier) === ours(name))
    return isKernel || /^@wattyard\/[a-z]+\/contract$/.test(specifier) || PURE_LIBRARIES.includes(specifier)
      ? null
      : 'is not safe in a browser'
  })
  expect(contracts.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

test('a test of a room without a database opens none: it runs on one engine alone', () => {
  const tests = sources.filter(({ path }) => /\.test\.tsx?$/.test(path) && PURE.test(path))
  const wrong = offences(tests, (_source, specifier) =>
    NEARER_TO_A_DATABASE.test(specifier) ? 'comes near a database' : null,
  )
  expect(tests.length).toBeGreaterThan(0)
  console.log(`boundaries: ${tests.length} tests without a database`)
  expect(wrong).toEqual([])
})

test('no style asks for a language: colours seen in one are those of all', () => {
  const styles = globSync('{apps,kernel,modules}/**/*.css', { cwd: ROOT, exclude: name => name === 'node_modules' })
  expect(styles.length).toBeGreaterThan(0)
  console.log(`boundaries: ${styles.length} styles`)
  const asking = [
    ...styles.map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
    ...shipped.filter(({ path }) => isBrowser(path)),
  ].filter(({ text }) => /:lang\(|\[(xml:)?lang\b[^\]]*\]\s*[{.:#>~+ ]|\bhtml\[lang/.test(text))
  expect(asking.map(({ path }) => path)).toEqual([])
})

/** What bundles the console runs where it is built. */
const BUNDLING = 'apps/console/bundling/'

test('browser code never reaches a server room', () => {
  const browser = shipped.filter(
    ({ path }) => isBrowser(path) && !path.endsWith('.config.ts') && !path.startsWith(BUNDLING),
  )
  const wrong = offences(browser, (source, specifier) => {
    if (isRelative(specifier)) return roomOf(targetOf(source, specifier))?.room === 'server' ? 'is a server room' : null
    if (specifier.startsWith('node:')) return 'is not in a browser'
    return packageOf(specifier) === ours('server-kit') || /\/(server|testing)$/.test(specifier)
      ? 'is not for a browser'
      : null
  })
  expect(browser.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

test('screens use no date field of the browser, which follows the browser’s language', () => {
  const own = /type="(date|time|datetime-local|month|week)"/
  expect(shipped.filter(({ path, text }) => isBrowser(path) && own.test(text)).map(({ path }) => path)).toEqual([])
})

test('server rooms need no screen, and what ships needs no test', () => {
  const wrong = offences(shipped, (source, specifier) => {
    const room = roomOf(source.path)?.room
    const place = isRelative(specifier) ? targetOf(source, specifier) : specifier
    if (
      room === 'server' &&
      (specifier.endsWith('/console') ||
        roomOf(place)?.room === 'console' ||
        packageOf(specifier) === ours('console-kit'))
    )
      return 'is a screen'
    if (
      specifier === ours('testing') ||
      /^@wattyard\/[a-z]+\/testing$/.test(specifier) ||
      roomOf(place)?.room === 'testing'
    )
      return 'is for tests'
    return null
  })
  expect(wrong).toEqual([])
})

test('modules meet at their doors', () => {
  const doors = /^@wattyard\/[a-z]+\/(contract|server|console|testing|locales\/(zh|en|es)\.json)$/
  const wrong = offences(sources, (_source, specifier) => {
    const module = packageOf(specifier).replace('@wattyard/', '')
    return !MODULES.includes(module) || !specifier.startsWith('@wattyard/') || doors.test(specifier)
      ? null
      : 'is not a door'
  })
  expect(wrong).toEqual([])
})

/** Tables by the module whose prefix they carry, from the migrations. */
function tablesOfModules(): [table: string, module: string][] {
  const folder = join(ROOT, 'migrations')
  const sql = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
  const names = sql.flatMap(text =>
    [...text.matchAll(/create table (?:if not exists )?([a-z0-9_]+)/gi)].map(match => match[1] ?? ''),
  )
  return names.flatMap(name => {
    const module = MODULES.find(one => name.startsWith(`${one}_`))
    return module ? [[name, module] as [string, string]] : []
  })
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')

test('only its own server room mentions a module’s tables', () => {
  const tables = tablesOfModules()
  console.log(`boundaries: ${tables.length} tables of modules`)
  expect(tables.length).toBeGreaterThan(0)
  const pattern = new RegExp(`\\b(${tables.map(([name]) => name).join('|')})\\b`, 'g')
  const owner = new Map(tables)
  const wrong = shipped.flatMap(({ path, text }) => {
    const here = roomOf(path)
    const foreign = [...withoutComments(text).matchAll(pattern)]
      .map(match => match[0])
      .filter(name => !(here?.room === 'server' && here.module === owner.get(name)))
    return [...new Set(foreign)].map(name => `${path}: ${name}`)
  })
  expect(wrong).toEqual([])
})

test('migrations of a module stay with its tables', () => {
  const folder = join(ROOT, 'migrations')
  const wrong: string[] = []
  for (const file of readdirSync(folder)) {
    const module = MODULES.find(
      one => new RegExp(`^\\d{4}_${one}\\b`).test(file.replace(/_/g, '_')) && file.slice(5).startsWith(one),
    )
    if (!module) continue
    const text = readFileSync(join(folder, file), 'utf8').replace(/--.*$/gm, '')
    for (const [, , name = ''] of text.matchAll(/\b(references|alter table|create table) ([a-z0-9_]+)/g))
      if (MODULES.some(other => other !== module && name.startsWith(`${other}_`))) wrong.push(`${file}: ${name}`)
  }
  expect(wrong).toEqual([])
})

test('names are exported, and barrels are doors', () => {
  const isConfig = (path: string) => /(^|\/)([a-z]+\.config|global-setup)\.ts$/.test(path)
  const defaults = sources.filter(
    ({ path, text }) => !isConfig(path) && /^export default\b|^export \{[^}]*\bas default\b/m.test(text),
  )
  expect(defaults.map(source => source.path)).toEqual([])
  const isDoor = (path: string) =>
    /^(modules\/[^/]+\/(contract|server|console|testing)|(kernel|protocols|apps)\/[^/]+)\/index\.tsx?$/.test(path)
  const barrels = sources.filter(
    ({ path, text }) => !isDoor(path) && (/(^|\/)index\.tsx?$/.test(path) || /^export \* from/m.test(text)),
  )
  expect(barrels.map(source => source.path)).toEqual([])
})

/** A folder that tells what is in it; tests stand beside what they test and are not counted. */
const MOST_IN_A_FOLDER = 25

test('no folder holds more than a person takes in at a glance', () => {
  const folders = Map.groupBy(
    sources.filter(source => !source.isTest),
    ({ path }) => path.slice(0, path.lastIndexOf('/')),
  )
  console.log(`boundaries: ${sources.length} files in ${folders.size} folders`)
  expect(folders.size).toBeGreaterThan(100)
  const full = [...folders].flatMap(([folder, files]) =>
    files.length > MOST_IN_A_FOLDER ? [`${folder}: ${files.length}`] : [],
  )
  expect(full).toEqual([])
})
