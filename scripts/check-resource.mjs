// npm run check -- --resource device/station: what every resource must hold, asked of one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, step, tool } from './setup.mjs'

const CONFORMANCE = 'tests/architecture/conformance'
/** Asked of each definition in turn: one of them can be picked by its name. */
const OF_EACH = [
  `${CONFORMANCE}/definitions.test.ts`,
  `${CONFORMANCE}/forms.test.ts`,
  `${CONFORMANCE}/labels.test.ts`,
  'tests/bad-input/forms.test.ts',
  'tests/bad-input/lists.test.ts',
]
/** Asked of all definitions at once, and over within a moment: registration, words, help, deletion rules, permissions. */
const OF_ALL = ['answers', 'deletion-rules', 'help', 'masked', 'permission-words', 'routes', 'words'].map(
  name => `${CONFORMANCE}/${name}.test.ts`,
)

/** Name and path of every definition, as the contracts of the modules state them. */
function definitions() {
  const modules = join(ROOT, 'modules')
  return readdirSync(modules).flatMap(module => {
    const folder = join(modules, module, 'contract')
    return readdirSync(folder, { recursive: true })
      .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap(file => {
        const text = readFileSync(join(folder, file), 'utf8')
        return [...text.matchAll(/defineResource\(\{\s*name: '([^']+)',\s*path: '([^']+)'/g)].map(([, name, path]) => ({
          name,
          path,
        }))
      })
  })
}

/**
 * Runs the conformance tests of one resource, on an embedded PostgreSQL.
 *
 * @param {string} wanted path ('device/station') or name ('assets.station'); ends the process when there is none such
 */
export function checkResource(wanted) {
  const all = definitions()
  const found = all.find(({ name, path }) => wanted === name || wanted === path)
  if (!found) {
    const near = all.filter(({ name, path }) => `${name} ${path}`.includes(wanted.split(/[./]/).at(-1) ?? wanted))
    console.error(
      `No definition in modules/*/contract has the name or path '${wanted}'. ${near.length > 0 ? `Near it: ${near.map(one => one.path).join(', ')}` : `There are ${all.length}.`}`,
    )
    process.exit(1)
  }
  const pattern = `(^| )${found.name.replaceAll('.', '\\.')} `
  step(`conformance of ${found.name}`, [
    tool('vitest'),
    'run',
    '--reporter=dot',
    '--silent=passed-only',
    '--testNamePattern',
    pattern,
    ...OF_EACH,
  ])
  step('registration, words, help and fates', [
    tool('vitest'),
    'run',
    '--reporter=dot',
    '--silent=passed-only',
    ...OF_ALL,
  ])
}
