import { execFileSync } from 'node:child_process'

export interface Changed {
  /** What it is compared with, for a person. */
  since: string
  /** Files that are there, from the root. */
  present: string[]
  removed: string[]
}

/** What differs from where this line of work left main, committed or not. */
export function changedFiles(root: string): Changed {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = (text: string) => text.split('\n').filter(Boolean)
  const known = (name: string) => {
    try {
      return git('merge-base', 'HEAD', name).trim()
    } catch {
      return null // no such branch here
    }
  }
  // On main itself what is not yet handed over counts.
  const isMain = git('branch', '--show-current').trim() === 'main'
  const names = isMain ? ['origin/main'] : ['main', 'origin/main']
  const name = names.find(one => known(one) !== null)
  const base = (name && known(name)) ?? 'HEAD'
  const diff = (filter: string) => lines(git('diff', '--no-renames', '--name-only', `--diff-filter=${filter}`, base))
  const fresh = lines(git('ls-files', '--others', '--exclude-standard'))
  return {
    since: name ? `${name} (${base.slice(0, 8)})` : 'the last commit',
    present: [...new Set([...diff('d'), ...fresh])].toSorted(),
    removed: diff('D'),
  }
}

/** Every file of ours, known to git or new. */
export function allFiles(root: string): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)
}
