import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns whether a process of this machine lives, ours or somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // exists, but belongs to somebody else
  }
}

/**
 * When a process began, as text that can only be compared: a number is given to another process sooner or later (in a
 * container at the very next start), number and beginning together are not. Null when there is no such process, also
 * when it has ended and only its parent has not asked for its exit code yet.
 */
export function startOf(pid: number): string | null {
  if (!isAlive(pid)) return null
  try {
    if (process.platform === 'linux') {
      // The name in parentheses may hold anything; behind it come state (field 3) and, as field 22, ticks since boot.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ') ?? []
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
      return fields[0] === 'Z' || fields[0] === 'X' ? null : `${boot}-${fields[19]}`
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .replaceAll(/\s+/g, '-')
  } catch {
    return isAlive(pid) ? '' : null
  }
}
