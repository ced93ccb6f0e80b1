import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routeAt } from '@wattyard/pages'
import type { ModuleRegistry } from '@wattyard/resource'
import { editRegistry } from './edit-registry.ts'
import { addRoute } from './edit-server.ts'
import type { Done } from './new-resource.ts'
import { callText, pageText, routeText, type Source, testText } from './page-texts.ts'
import { type Asked, fileName, Mistake, ROOT, TO_WRITE } from './place.ts'
import { writeHelp } from './write-help.ts'

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )

/** The first resource of the module whose rows belong to stations: what the page counts until somebody changes it. */
function sourceOf({ name, resources }: ModuleRegistry): Source {
  const resource = resources.find(({ scope }) => typeof scope === 'object' && 'station' in scope && scope.station)
  const folder = join('modules', name, 'contract')
  for (const file of resource ? filesBelow(folder) : []) {
    const text = readFileSync(join(ROOT, folder, file), 'utf8')
    const at = text.indexOf(`name: '${resource?.name}'`)
    const found = [...text.slice(0, Math.max(at, 0)).matchAll(/export const (\w+) = define/g)].at(-1)?.[1]
    if (resource && at >= 0 && found)
      return {
        name: found,
        file: file.replace(/\.ts$/, ''),
        table: resource.table,
        permission: `${resource.name}:read`,
      }
  }
  throw new Mistake(`${name} has no resource of stations to count: choose another --module, or write the page by hand`)
}

/** The file of a module's server room that builds it from the registry. */
function serverFile(module: string): string {
  const folder = join('modules', module, 'server')
  const found = filesBelow(folder).find(file =>
    readFileSync(join(ROOT, folder, file), 'utf8').includes('serverModule(registry'),
  )
  if (found === undefined) throw new Mistake(`no file of ${folder} calls serverModule`)
  return join(folder, found)
}

/**
 * Writes a page of figures by period: its call, the route that answers it, the page itself with its registration and help,
 * and a test that fails until it is written. It works at once: it counts the records of a resource by station.
 *
 * @throws Mistake when the route is none of the contract, or has its page already
 */
export function newPage(asked: Asked, registry: ModuleRegistry): Done {
  const { route, module, word } = asked
  const page = routeAt(`/${route}`)
  if (!page) throw new Mistake(`/${route} is no route of the contract (kernel/pages/contract-routes.ts)`)
  if (registry.pages[page.path]) throw new Mistake(`/${route} has its page: ${registry.pages[page.path]?.file}`)
  const source = sourceOf(registry)
  const folder = join('modules', module)
  const file = fileName(word)
  const texts: Readonly<Record<string, string>> = {
    [join(folder, 'contract/calls', `${file}.ts`)]: callText(asked, source),
    [join(folder, 'server', `${file}-route.ts`)]: routeText(asked, source),
    [join(folder, 'server', `${file}-route.test.ts`)]: testText(asked),
    [join(folder, 'console', `${file}-page.tsx`)]: pageText(asked),
  }
  const there = Object.keys(texts).find(path => existsSync(join(ROOT, path)))
  if (there !== undefined) throw new Mistake(`${there} exists: choose another --word`)
  const registryFile = join(folder, 'contract/registry.ts')
  const line = `'/${route}': { file: '${file}-page.tsx', stations: 'narrowed', anyOf: ['${source.permission}'] }`
  const server = serverFile(module)
  // Before anything is written: a file that cannot be edited leaves nothing behind.
  const edited = {
    [registryFile]: editRegistry(readFileSync(join(ROOT, registryFile), 'utf8'), { page: line }),
    [server]: addRoute(readFileSync(join(ROOT, server), 'utf8'), `${word}Route`, `${file}-route.ts`),
  }
  for (const [path, text] of Object.entries({ ...texts, ...edited })) writeFileSync(join(ROOT, path), text)
  const files = [...Object.keys(texts), registryFile, server, ...writeHelp(asked)]
  return {
    files,
    next: `The page opens and counts ${source.table}. Change it to what it shall show; write what is marked ${TO_WRITE}.`,
  }
}
