import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routeAt } from '@wattyard/pages'
import { type ModuleRegistry, wordsNeeded } from '@wattyard/resource'
import { editRegistry } from './edit-registry.ts'
import { type Asked, constantName, fileName, Mistake, ROOT, TO_WRITE } from './place.ts'
import { writeHelp } from './write-help.ts'
import { writeTable } from './write-table.ts'
import { writeWords } from './write-words.ts'

/** A definition that works as it is: a record of a station, with a state. */
const definition = ({
  route,
  module,
  word,
}: Asked): string => `import { copied, defineResource, field, optional } from '@wattyard/resource'

export const ${constantName(word)}_STATES = ['active', 'retired'] as const

/** ${TO_WRITE} What one record is, and who keeps it. */
export const ${word} = defineResource({
  name: '${module}.${word}',
  path: '${route}',
  scope: { operator: 'operator', station: 'station' },
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    station: field.ref('assets.station'),
    operator: copied(field.ref('identity.office'), 'station.operator'),
    state: field.oneOf(${constantName(word)}_STATES),
    note: optional(field.note()),
  },
  list: {
    columns: ['code', 'station', 'state'],
    filters: ['station', 'operator', 'state'],
    sort: 'code',
    sorts: ['createdAt'],
    search: ['code'],
  },
  form: [['code', 'station'], ['state'], ['note']],
  label: 'code',
  unique: [['code']],
})
`

const page = ({ route, word }: Asked): string => `import { ResourcePage } from '@wattyard/console-kit'
import { ${word} } from '../contract/${fileName(word)}.ts'

/** \`/${route}\` */
export function Page() {
  return <ResourcePage resource={${word}} />
}
`

/** Writes the definition, registers it, and writes its page when the route is one of the console. Returns the files. */
function begin(asked: Asked): string[] {
  const { route, module, word } = asked
  const folder = join('modules', module)
  const file = join(folder, 'contract', `${fileName(word)}.ts`)
  if (existsSync(join(ROOT, file))) throw new Mistake(`${file} exists and is not registered: choose another --word`)
  const registry = join(folder, 'contract', 'registry.ts')
  const isPage = routeAt(`/${route}`) !== undefined
  const pageFile = `${fileName(word)}-page.tsx`
  const added = {
    resource: { name: word, file: fileName(word) },
    ...(isPage ? { page: `'/${route}': { file: '${pageFile}', stations: 'narrowed' }` } : {}),
  }
  const pagePath = join(folder, 'console', pageFile)
  if (isPage && existsSync(join(ROOT, pagePath))) throw new Mistake(`${pagePath} exists: choose another --word`)
  // Before anything is written: a registry that cannot be edited leaves nothing behind.
  const registered = editRegistry(readFileSync(join(ROOT, registry), 'utf8'), added)
  writeFileSync(join(ROOT, file), definition(asked))
  writeFileSync(join(ROOT, registry), registered)
  if (isPage) writeFileSync(join(ROOT, pagePath), page(asked))
  return [file, registry, ...(isPage ? [pagePath] : [])]
}

/** What a run wrote, and what the person does next. */
export interface Done {
  readonly files: readonly string[]
  readonly next: string
}

/**
 * Begins a resource, or completes one that is registered: words, help and table follow from the fields, so they are
 * written by a second run. Every further run writes what fields that came since need.
 */
export function newResource(asked: Asked, registry: ModuleRegistry): Done {
  const { route } = asked
  const resource = registry.resources.find(one => one.path === route)
  if (!resource) {
    const [file = '', ...others] = begin(asked)
    return { files: [file, ...others], next: `Edit the fields in ${file}, then run the same command again.` }
  }
  const place = { ...asked, word: resource.name.split('.')[1] ?? asked.word }
  const words = writeWords(asked.module, wordsNeeded(resource))
  const files = [...words, ...writeHelp(place), ...writeTable(place)]
  return {
    files,
    next: `Write what is marked ${TO_WRITE}, read the migration, then npm run check -- --resource ${route}.`,
  }
}
