import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { CONTRACT_ROUTES } from '@wattyard/pages'
import type { ModuleRegistry } from '@wattyard/resource'

export const ROOT = resolve(import.meta.dirname, '../..')

/** Stands before every text that the generator cannot write; tests fail as long as one is left. */
export const TO_WRITE = '✎'

/** A mistake of the person who asks; its message is all they need. */
export class Mistake extends Error {}

/** Registries of all modules, by name of the module. */
export async function readRegistries(): Promise<ReadonlyMap<string, ModuleRegistry>> {
  const found = new Map<string, ModuleRegistry>()
  for (const name of readdirSync(join(ROOT, 'modules'))) {
    const file = join(ROOT, 'modules', name, 'contract', 'registry.ts')
    if (!existsSync(file)) continue
    const { registry } = (await import(pathToFileURL(file).href)) as { registry: ModuleRegistry } // tests ask each module
    found.set(name, registry)
  }
  return found
}

/** What is asked for: `resource device/deviceLock --module assets --word lock`. */
export interface Asked {
  /** Without the first slash. */
  readonly route: string
  readonly module: string
  /** The word of the glossary in code, singular: `lock`, `dayClose`. */
  readonly word: string
}

const kebab = (word: string): string => word.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replace(/^-/, '')
/** `deviceLock` → `device-lock`: name of a file. */
export const fileName = kebab
/** `dayClose` → `DAY_CLOSE`: name of a constant. */
export const constantName = (word: string): string => kebab(word).replaceAll('-', '_').toUpperCase()
/** `commissionedOn` → `Commissioned on`: a first guess at an English word. */
export const spelled = (key: string): string => {
  const words = kebab(key).replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Names that generated files import or declare themselves; `await` is reserved in modules only. */
const TAKEN: ReadonlySet<string> = new Set(
  `api col copied defineCall defineResource expect field idInput isBusinessDay optional registerModule registry scoped
   serveCall stationsByIds test useMemo useWords z await`.split(/\s+/),
)

/** Whether a definition can be called so: else neither its file nor the registry that imports it can be read any more. */
function isFree(word: string): boolean {
  if (TAKEN.has(word)) return false
  try {
    return Boolean(new Script(`'use strict'; const ${word} = 0`))
  } catch {
    return false
  }
}

/** @throws Mistake where a word is no name, or the name of another definition of the module */
function mustBeFree(word: string, path: string, { name, resources }: ModuleRegistry): void {
  if (!isFree(word)) throw new Mistake(`'${word}' means something in TypeScript already: choose another --word`)
  const other = resources.find(one => one.name === `${name}.${word}` && one.path !== path)
  if (other) throw new Mistake(`${other.name} is there, with the route ${other.path}: choose another --word`)
}

/**
 * Returns where the new part belongs. The word is the last part of the route unless given.
 *
 * @throws Mistake when the module is not given and the route does not say it, or does not exist; when the route is
 * another module's, or the word cannot be used
 */
export function placeOf(
  route: string,
  { module, word }: { module?: string | undefined; word?: string | undefined },
  registries: ReadonlyMap<string, ModuleRegistry>,
): Asked {
  const path = route.replace(/^\//, '')
  // The contract has routes of one part; any other word alone is a mistake of the typist.
  const isRoute = /^[\w-]+(\/[\w-]+)+$/.test(path) || CONTRACT_ROUTES.some(one => one.path === `/${path}`)
  if (!isRoute) throw new Mistake(`'${route}' is no route: write it as device/deviceLock`)
  const last = (path.split('/').at(-1) ?? '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const chosen = word ?? last.charAt(0).toLowerCase() + last.slice(1)
  if (!/^[a-z][a-zA-Z]*$/.test(chosen)) throw new Mistake(`'${chosen}' is no word: letters, the first one small`)
  const known = [...registries.values()].find(({ resources, pages }) =>
    [`/${path}` in pages, resources.some(one => one.path === path)].includes(true),
  )
  const owner = module ?? known?.name
  if (owner === undefined)
    throw new Mistake(
      `which module does ${path} belong to? Say --module with one of ${[...registries.keys()].join(', ')}`,
    )
  const registry = registries.get(owner)
  if (!registry) throw new Mistake(`there is no module ${owner}`)
  if (known && known.name !== owner) throw new Mistake(`${path} belongs to the module ${known.name}`)
  mustBeFree(chosen, path, registry)
  return { route: path, module: owner, word: chosen }
}
