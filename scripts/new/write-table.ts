import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Asked, fileName, Mistake, ROOT } from './place.ts'

const FOLDER = 'migrations'

/** Number of the next migration: four digits, one more than the highest. */
export function nextNumber(names: readonly string[]): string {
  const highest = Math.max(0, ...names.map(name => Number(/^\d{4}/.exec(name)?.[0] ?? 0)))
  return String(highest + 1).padStart(4, '0')
}

/** Whether git does not know the file: then it was written by an earlier run, and may be written anew. */
const isNew = (file: string): boolean =>
  spawnSync('git', ['ls-files', '--error-unmatch', file], { cwd: ROOT, stdio: 'ignore' }).status !== 0

/**
 * Writes the migration that makes the table of a definition, or brings it up to the definition. A migration of an earlier
 * run that is not committed yet is replaced. Returns the file; none when the table fits already.
 *
 * @throws Mistake with what `schema propose` says when it fails
 */
export function writeTable({ route, module, word }: Asked): string[] {
  const end = `_${module}_${fileName(word).replaceAll('-', '_')}.sql`
  const earlier = readdirSync(join(ROOT, FOLDER)).find(name => name.endsWith(end) && isNew(join(FOLDER, name)))
  if (earlier !== undefined) rmSync(join(ROOT, FOLDER, earlier))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/server/cli.ts', 'schema', 'propose', route], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Mistake(stderr || stdout)
  if (!/^(create|alter)/im.test(stdout)) return []
  const file = join(FOLDER, `${nextNumber(readdirSync(join(ROOT, FOLDER)))}${end}`)
  writeFileSync(join(ROOT, file), stdout)
  return [file]
}
