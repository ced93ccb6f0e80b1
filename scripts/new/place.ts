import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
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

/**
 * Returns where the new part belongs. The word is the last part of the route unless given.
 *
 * @throws Mistake when the module is not given and the route does not say it, or does not exist
 */
export function placeOf(
  route: string,
  { module, word }: { module?: string | undefined; word?: string | undefined },
  registries: ReadonlyMap<string, ModuleRegistry>,
): Asked {
  const path = route.replace(/^\//, '')
  if (!/^\w+(\/\w+)+$/.test(path)) throw new Mistake(`'${route}' is no route: write it as device/deviceLock`)
  const last = path.split('/').at(-1) ?? ''
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
  if (!registries.has(owner)) throw new Mistake(`there is no module ${owner}`)
  return { route: path, module: owner, word: chosen }
}
