import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const COMMIT = /^[0-9a-f]{7,64}$/

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8').trim() : null)

/** Returns git's folder: `.git` itself, or the target of its one-line file in a second work tree; null when there is none. */
function gitFolder(root: string): string | null {
  const place = join(root, '.git')
  if (!existsSync(place)) return null
  if (statSync(place).isDirectory()) return place
  const [, target] = /^gitdir: (.+)$/m.exec(readFileSync(place, 'utf8')) ?? []
  return target === undefined ? null : resolve(root, target)
}

/**
 * Returns the commit of this program: the given one, else that of the clone's `.git`; null when neither is known. It runs no
 * program for that.
 */
export function readCommit(root: string, given: string | undefined): string | null {
  if (given !== undefined) return COMMIT.test(given) ? given : null
  const git = gitFolder(root)
  const head = git === null ? null : textOf(join(git, 'HEAD'))
  if (git === null || head === null) return null
  const [, ref] = /^ref: (refs\/\S+)$/.exec(head) ?? []
  if (ref === undefined) return COMMIT.test(head) ? head : null
  // The branches are in the clone, not in its work trees.
  const shared = resolve(git, textOf(join(git, 'commondir')) ?? '.')
  const packed = textOf(join(shared, 'packed-refs'))
    ?.split('\n')
    .find(line => line.endsWith(` ${ref}`))
  const commit = textOf(join(shared, ref)) ?? packed?.split(' ')[0] ?? ''
  return COMMIT.test(commit) ? commit : null
}
