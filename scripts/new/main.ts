// npm run new -- resource device/deviceLock --module assets --word lock: writes what follows from a name.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newPage } from './new-page.ts'
import { type Done, newResource } from './new-resource.ts'
import { Mistake, placeOf, readRegistries, ROOT } from './place.ts'

const USAGE = `npm run new -- resource <route> [--module <module>] [--word <word>]
npm run new -- page <route> [--module <module>] [--word <word>]

  resource: begins one: definition, registration, page; run again after editing its
  fields, it writes the words, help and migration that they need
  (docs/guide/add-a-resource.md)

  page: a page of figures by period with its call, route, chart and report
  (docs/guide/special-screen.md)`

/** @throws Mistake where an option is none of ours */
function told() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { module: { type: 'string' }, word: { type: 'string' } },
    })
  } catch (error) {
    throw new Mistake(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

async function run(): Promise<Done> {
  const { values, positionals } = told()
  const [kind, route, ...more] = positionals
  if ((kind !== 'resource' && kind !== 'page') || route === undefined || more.length > 0) throw new Mistake(USAGE)
  const registries = await readRegistries()
  const asked = placeOf(route, values, registries)
  const registry = registries.get(asked.module)
  if (!registry) throw new Mistake(`there is no module ${asked.module}`)
  return kind === 'page' ? newPage(asked, registry) : newResource(asked, registry)
}

try {
  const { files, next } = await run()
  const paths = files.map(file => file.replace(/:.*$/, '')).filter(file => !/\.(md|sql)$/.test(file))
  if (paths.length > 0) spawnSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--write', ...paths], { cwd: ROOT })
  for (const file of files) console.log(`  ${file}`)
  console.log(files.length > 0 ? `\n${next}` : 'Nothing is missing.')
} catch (error) {
  if (!(error instanceof Mistake)) throw error
  console.error(error.message)
  process.exitCode = 1
}
