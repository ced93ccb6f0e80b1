import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { BackupService } from '@wattyard/platform/server'
import { keyNameOf } from '@wattyard/server-kit'
import type { Environment } from '../environment.ts'
import { ROOT } from '../root.ts'
import type { Secrets } from '../secrets.ts'
import { freeBytes, openFile, pathOf } from './backup-files.ts'

/** Piles and people come first. */
const NICENESS = 10
const MAX_OUTPUT = 64 * 1024

/**
 * Runs one of our own commands in a process of its own: its work must not stand in the way of the piles, and its memory is
 * gone with it.
 *
 * @returns what it printed
 * @throws Error with what it said when it failed
 */
function runOwnCommand(args: readonly string[], signal: AbortSignal): Promise<string> {
  const flags = JSON.parse(readFileSync(join(ROOT, 'scripts/node-flags.json'), 'utf8')) as string[] // our own file
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, 'apps/server/cli.ts', ...args], {
      cwd: ROOT,
      // The channel closes when this process ends, however it does, and the command with it.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C in a terminal reaches its whole group of processes: a command that it ends first looks like one that failed,
      // rather than one that was stopped and begins again at the next start.
      detached: true,
    })
    if (child.pid !== undefined)
      try {
        setPriority(child.pid, NICENESS)
      } catch {
        // It has ended already; its exit is on the way.
      }
    let output = ''
    let errors = ''
    child.stdout?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-MAX_OUTPUT)))
    child.stderr?.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(-MAX_OUTPUT)))
    const stop = () => child.kill('SIGTERM')
    signal.addEventListener('abort', stop)
    child.once('error', reject)
    child.once('close', code => {
      signal.removeEventListener('abort', stop)
      if (code === 0) resolve(output.trim())
      else
        reject(
          new Error(
            [output, errors]
              .map(text => text.trim())
              .filter(Boolean)
              .join('\n') || `it ended with ${code}`,
          ),
        )
    })
  })
}

/** Backups as the console governs them; the work itself is that of the command line. */
export function createBackupService(env: Environment, secrets: Secrets): BackupService {
  const { backupFolders: folders } = env
  return {
    folders,
    sealed: env.backupPassphraseFile !== null,
    keyName: keyNameOf(secrets.backupSigning),
    make: (cause, signal) => runOwnCommand(cause === 'schedule' ? ['backup', '--scheduled'] : ['backup'], signal),
    reach(backup) {
      const path = pathOf(folders, backup)
      if (!path) return 'elsewhere'
      return existsSync(path) ? 'here' : 'missing'
    },
    async verify(backup, signal) {
      const path = pathOf(folders, backup)
      if (!path) throw new Error(`${backup.file} lies in none of the folders of backups`)
      return runOwnCommand(['backup', 'verify', path], signal)
    },
    open(backup) {
      const path = pathOf(folders, backup)
      try {
        return path ? openFile(path) : null
      } catch {
        return null
      }
    },
    remove(backup) {
      const path = pathOf(folders, backup)
      if (path) rmSync(path, { force: true })
    },
    free_bytes: freeBytes,
  }
}
