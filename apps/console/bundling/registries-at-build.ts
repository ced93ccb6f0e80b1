import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type ConsoleRegistration, consoleRegistration, type ModuleRegistry } from '@wattyard/resource'
import type { Plugin } from 'vite'

const MODULES = fileURLToPath(new URL('../../../modules', import.meta.url))
/** Module of the development pages. */
const DEVELOPMENT = 'devtools'
const REGISTRIES = /\/apps\/console\/routes\/registries\.ts$/

/** Reads the registration of every module, in the order of the folders. */
async function readRegistrations(): Promise<ConsoleRegistration[]> {
  const found: ConsoleRegistration[] = []
  for (const name of readdirSync(MODULES).toSorted()) {
    const file = join(MODULES, name, 'contract', 'registry.ts')
    if (!existsSync(file)) continue
    const { registry } = (await import(pathToFileURL(file).href)) as { registry: ModuleRegistry } // a test checks each module
    found.push(consoleRegistration(registry))
  }
  if (found.length === 0) throw new Error(`no module in ${MODULES} has a registry`)
  return found
}

/** Returns the source that replaces `registries.ts` in a build: plain data, and a loader of each page. */
export function registriesText(registrations: readonly ConsoleRegistration[]): string {
  const text = JSON.stringify
  const pagesOf = ({ name, pages }: ConsoleRegistration): string =>
    Object.entries(pages)
      .map(([path, { file, words, stations }]) => {
        const source = text(join(MODULES, name, 'console', file))
        return `${text(path)}:{load:()=>import(${source}),words:${text(words)},stations:${text(stations)}}`
      })
      .join(',')
  const all = registrations.map(
    one => `{name:${text(one.name)},pages:{${pagesOf(one)}},resources:${text(one.resources)}}`,
  )
  return `export const REGISTRATIONS = [${all.join(',')}]`
}

/**
 * Evaluates the registries when the console is built, so that the shell contains their data and none of the definitions they
 * import. Writes `pages.json` beside the bundle with its pages; the size budget and the journeys read it.
 */
export function registriesAtBuild(isForDevelopment: boolean): Plugin {
  let replaced = false
  return {
    name: 'wattyard:registries-at-build',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!REGISTRIES.test(id)) return null
      replaced = true
      const all = await readRegistrations()
      const shown = all.filter(({ name }) => isForDevelopment || name !== DEVELOPMENT)
      const pages = shown.flatMap(({ name, pages: of }) =>
        Object.entries(of).map(([route, { file, stations }]) => ({
          route,
          source: `modules/${name}/console/${file}`,
          stations,
        })),
      )
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) })
      return registriesText(all.filter(({ name }) => name !== DEVELOPMENT))
    },
    buildEnd(error) {
      if (!error && !replaced) throw new Error('the build has no registries: see registriesAtBuild')
    },
  }
}
