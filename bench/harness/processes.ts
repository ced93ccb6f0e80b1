import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second of /proc (USER_HZ, fixed by the Linux ABI). */
const TICKS = 100

interface Stat {
  parent: number
  /** Own CPU and that of children that have ended, ms. */
  cpu_ms: number
}

function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may hold blanks and brackets; fields are counted from its last bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
    return { parent: Number(fields[1]), cpu_ms: (ticks * 1_000) / TICKS }
  } catch {
    return null
  }
}

/** A process and everything it started, with what each has used. */
function treeOf(root: number): Map<number, Stat> {
  const all = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const stat = Number.isInteger(pid) ? readStat(pid) : null
    if (stat) all.set(pid, stat)
  }
  const tree = new Map<number, Stat>()
  const add = (pid: number) => {
    const stat = all.get(pid)
    if (!stat || tree.has(pid)) return
    tree.set(pid, stat)
    for (const [child, { parent }] of all) if (parent === pid) add(child)
  }
  add(root)
  return tree
}

export interface CpuReading {
  /** The process itself. */
  own_ms: number
  /** Everything it started: the database's processes. */
  children_ms: number
}

/** CPU used so far by a server process and by the processes below it. */
export function cpuOf(pid: number): CpuReading {
  let own_ms = 0
  let children_ms = 0
  for (const [id, { cpu_ms }] of treeOf(pid)) {
    if (id === pid) own_ms = readStat(id)?.cpu_ms ?? cpu_ms
    else children_ms += cpu_ms
  }
  return { own_ms, children_ms }
}

function kilobytes(file: string, word: string): number {
  try {
    return Number(new RegExp(`^${word}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

export interface MemoryReading {
  own_mb: number
  /** The database's processes; shared pages are counted once. */
  children_mb: number
}

export function memoryOf(pid: number): MemoryReading {
  let children_kb = 0
  for (const id of treeOf(pid).keys()) if (id !== pid) children_kb += kilobytes(`/proc/${id}/smaps_rollup`, 'Pss')
  return { own_mb: kilobytes(`/proc/${pid}/status`, 'VmRSS') / 1_024, children_mb: children_kb / 1_024 }
}
