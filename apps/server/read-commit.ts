import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const COMMIT = /^[0-9a-f]{7,64}$/

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8').trim() : null)

/** The folder of git: `.git` itself, or where its file of one line points to in a second work tree. */
function gitFolder(root: string): string | null {
  const place = join(root, '.git')
  if (!existsSync(place)) return null
  if (statSync(place).isDirectory()) return place
  const [, target] = /^gitdir: (.+)$/m.exec(readFileSync(place, 'utf8')) ?? []
  return target === undefined ? null : resolve(root, target)
}

/**
 * The commit this program was taken from: as whoever packed it says, else as its clone's `.git` has it; null when neither
 * knows. Nothing is run for it.
 */
export function readCommit(root: string, given: string | undefined): string | null {
  if (given !== undefined) return COMMIT.test(given) ? given : null
  const git = gitFolder(root)
  const head = git === null ? null : textOf(join(git, 'HEAD'))
  if (git === null || head === null) return null
  const [, ref] = /^ref: (refs\/\S+)$/.exec(head) ?? []
  if (ref === undefined) return COMMIT.test(head) ? head : null
  // Branches belong to the clone, not to one of its work trees.
  const shared = resolve(git, textOf(join(git, 'commondir')) ?? '.')
  const packed = textOf(join(shared, 'packed-refs'))
    ?.split('\n')
    .find(line => line.endsWith(` ${ref}`))
  const commit = textOf(join(shared, ref)) ?? packed?.split(' ')[0] ?? ''
  return COMMIT.test(commit) ? commit : null
}
