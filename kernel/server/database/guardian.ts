import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { FolderLock } from './lock-folder.ts'

/** A fast shutdown flushes everything and takes a second or two; afterwards the engine repairs itself at its next start. */
const FAST_STOP_S = 5
/** Between the end of a guardian that somebody killed and the next one. */
const AGAIN_MS = 500

/**
 * Reads the number of the engine's process, a line each time it changes, until the line ends. It ends with our process
 * and in no other way, however that dies. `kill -0` asks whether a process is there.
 */
const SCRIPT = `
trap '' HUP INT QUIT TERM PIPE
engine=
while read -r told; do engine=$told; done
if [ -n "$engine" ]; then
  kill -INT "$engine" 2>/dev/null
  left=$((${FAST_STOP_S} * 10))
  while [ $left -gt 0 ] && kill -0 "$engine" 2>/dev/null; do sleep 0.1; left=$((left - 1)); done
  kill -QUIT "$engine" 2>/dev/null
fi
[ -n "$1" ] && [ "$(cat "$1" 2>/dev/null)" = "$2" ] && rm -f "$1"
exit 0
`

export interface Guardian {
  /** Which process is the engine now; null when none is. */
  watch(pid: number | null): void
  /** All has ended in order: nothing is left to do. */
  dismiss(): void
}

/**
 * Starts a shell of half a megabyte beside our process that sees its end. PostgreSQL has a session of its own, so that
 * a Ctrl-C does not end it under our feet; when we are killed nobody would end it. The guardian does, and takes our
 * lock away.
 */
export function startGuardian(lock: FolderLock | null = null): Guardian {
  let engine: number | null = null
  let child: ChildProcess | null = null
  let dismissed = false
  const tell = () => void child?.stdin?.write(`${engine ?? ''}\n`)

  function begin(): void {
    child = spawn('/bin/sh', ['-c', SCRIPT, 'wattyard-guardian', lock?.file ?? '', lock?.text ?? ''], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
    })
    // A guardian that is gone is noticed by its exit; a machine without /bin/sh has none.
    child.on('error', () => {})
    child.stdin?.on('error', () => {})
    child.once('exit', () => {
      if (!dismissed) setTimeout(() => dismissed || begin(), AGAIN_MS).unref()
    })
    child.unref()
    ;(child.stdin as Socket | null)?.unref() // a pipe of a child is a socket; Node types it by what it can do
    tell()
  }

  begin()
  return {
    watch(pid) {
      engine = pid
      tell()
    },
    dismiss() {
      dismissed = true
      engine = null
      tell()
      child?.stdin?.end()
    },
  }
}
