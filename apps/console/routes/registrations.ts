import type { PageEntry, PageFile } from '@wattyard/console-kit'
import { type ConsoleRegistration, consoleRegistration, type ModuleRegistry } from '@wattyard/resource'

/** Facts about a module's pages and resources that are known before any page is loaded. */
export interface Registration extends Omit<ConsoleRegistration, 'pages'> {
  readonly pages: Readonly<Record<string, PageEntry>>
}

type Files = Readonly<Record<string, () => Promise<PageFile>>>

/**
 * Returns a module's registration with the loaders of its pages.
 * @param files loaders by path, as `import.meta.glob` names them from this folder
 * @throws Error when a page names a file that does not exist, or whose name does not end in `-page.tsx`
 */
export function withLoaders(registry: ModuleRegistry, files: Files): Registration {
  const { name, pages, resources } = consoleRegistration(registry)
  const entries = Object.entries(pages).map(([path, { file, words, stations }]) => {
    const load = files[`../../../modules/${name}/console/${file}`]
    if (!load) throw new Error(`${path}: modules/${name}/console/${file} is no file of a page`)
    return [path, { load, words, stations }] as const
  })
  return { name, pages: Object.fromEntries(entries), resources }
}
