import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommit } from './read-commit.ts'

const A = 'a1'.repeat(20)
const B = 'b2'.repeat(20)
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wattyard-commit-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), `${text}\n`)
}

test('returns null without a clone; a packaged commit overrides the clone', () => {
  expect(readCommit(root, undefined)).toBeNull()
  write('.git/HEAD', A)
  expect(readCommit(root, B)).toBe(B)
  expect(readCommit(root, 'not a commit')).toBeNull()
})

test('reads a detached commit, a branch, and a packed branch', () => {
  write('.git/HEAD', A)
  expect(readCommit(root, undefined)).toBe(A)
  write('.git/HEAD', 'ref: refs/heads/main')
  expect(readCommit(root, undefined)).toBeNull()
  write('.git/packed-refs', `# pack-refs with: peeled\n${B} refs/heads/main\n${A} refs/heads/main-2`)
  expect(readCommit(root, undefined)).toBe(B)
  write('.git/refs/heads/main', A)
  expect(readCommit(root, undefined)).toBe(A)
})

test('reads a second work tree: its own head and the branches of the clone', () => {
  write('clone/worktrees/two/HEAD', 'ref: refs/heads/two')
  write('clone/worktrees/two/commondir', '../..')
  write('clone/refs/heads/two', B)
  write('.git', `gitdir: ${join(root, 'clone/worktrees/two')}`)
  expect(readCommit(root, undefined)).toBe(B)
})

test('returns null for a head that is not a reference', () => {
  write('.git/HEAD', 'ref: ../../etc/passwd')
  expect(readCommit(root, undefined)).toBeNull()
})
