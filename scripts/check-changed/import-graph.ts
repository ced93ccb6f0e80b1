import { dirname, posix } from 'node:path'

export interface ImportGraph {
  /** Files that import one of these, directly or not, and how many imports away; the files themselves are at 0. */
  reach(files: readonly string[]): Map<string, number>
}

interface Import {
  /** What is taken by name; null when it is all or unknown. */
  names: readonly string[] | null
  from: string
}

const WITH_NAMES = /(?:^|\n)\s*(?:import|export)\s([^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]/g
const WITHOUT = /(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

function namesIn(clause: string): string[] | null {
  const [, inside] = /^(?:type\s+)?\{([^}]*)\}\s*$/.exec(clause.trim()) ?? []
  if (inside === undefined) return null
  const names = inside.split(',').map(one => one.trim().replace(/^type\s+/, ''))
  return names.filter(Boolean)
}

function importsIn(text: string): Import[] {
  const named = [...text.matchAll(WITH_NAMES)].map(([, clause = '', from = '']) => ({ names: namesIn(clause), from }))
  const plain = [...text.matchAll(WITHOUT)].map(([, first, second]) => ({ names: null, from: first ?? second ?? '' }))
  return [...named, ...plain]
}

/** A file that only hands on what others hold: whoever takes a name from it needs the holder alone. */
const isDoor = (path: string) => path.endsWith('/index.ts')

/** Where an exported path of a package leads: `@wattyard/assets/server` to `modules/assets/server/index.ts`. */
function packagesIn(files: readonly string[], read: (path: string) => string): (from: string) => string | null {
  const known = files
    .filter(path => path.endsWith('/package.json'))
    .map(path => {
      const { name = '', exports = {} } = JSON.parse(read(path)) as { name?: string; exports?: Record<string, string> }
      return { name, exports, folder: dirname(path) }
    })
  return from => {
    for (const { name, exports, folder } of known) {
      if (from !== name && !from.startsWith(`${name}/`)) continue
      const asked = `.${from.slice(name.length)}`
      const exact = exports[asked]
      if (typeof exact === 'string') return posix.join(folder, exact)
      for (const [pattern, target] of Object.entries(exports)) {
        const [head = '', tail] = pattern.split('*')
        if (tail !== undefined && asked.startsWith(head) && asked.endsWith(tail))
          return posix.join(folder, target.replace('*', asked.slice(head.length, asked.length - tail.length)))
      }
    }
    return null
  }
}

/** Reads who imports whom. @param files from the root, with forward slashes */
export function readImports(files: readonly string[], read: (path: string) => string): ImportGraph {
  const inPackage = packagesIn(files, read)
  const resolve = (path: string, from: string) =>
    from.startsWith('.') ? posix.join(dirname(path), from) : from.startsWith('@wattyard/') ? inPackage(from) : null
  const sources = files.filter(path => /\.(?:tsx?|mjs)$/.test(path))
  const imports = new Map(sources.map(path => [path, importsIn(read(path))]))

  function holderOf(door: string, name: string): string {
    const own = name.split(/\s+as\s+/)[0] ?? name
    for (const { names, from } of imports.get(door) ?? []) {
      const given = names?.find(one => (one.split(/\s+as\s+/)[1] ?? one) === own)
      const target = given === undefined ? null : resolve(door, from)
      if (given !== undefined && target !== null) return isDoor(target) ? holderOf(target, given) : target
    }
    return door
  }

  const importers = new Map<string, Set<string>>()
  /** Who goes through a door, for changes of the door itself. */
  const guests = new Map<string, Set<string>>()
  const add = (map: Map<string, Set<string>>, to: string, path: string) =>
    map.set(to, (map.get(to) ?? new Set()).add(path))
  for (const [path, all] of imports)
    for (const { names, from } of all) {
      const target = resolve(path, from)
      if (target === null) continue
      if (isDoor(target) && names) {
        add(guests, target, path)
        for (const name of names) add(importers, holderOf(target, name), path)
      } else add(importers, target, path)
    }

  return {
    reach(changed) {
      const found = new Map(changed.map(path => [path, 0]))
      const first = changed.flatMap(path => [...(guests.get(path) ?? [])])
      for (const path of first) if (!found.has(path)) found.set(path, 1)
      const waiting = [...found.keys()]
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
        for (const next of importers.get(path) ?? [])
          if (!found.has(next)) {
            found.set(next, (found.get(path) ?? 0) + 1)
            waiting.push(next)
          }
      return found
    },
  }
}
