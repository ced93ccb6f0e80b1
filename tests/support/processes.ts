import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A running process that has to do with a data folder. */
export interface Relative {
  pid: number
  command: string
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it ended, or belongs to somebody else
  }
}

/** State of a process, and when it began, in ticks since the system did. Fields are counted behind its name, which may hold blanks. */
function standing(pid: number): { state: string; began: number } {
  const text = read(`/proc/${pid}/stat`)
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', began: Number(fields[19]) }
}

const OWN = standing(process.pid)

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return '' // it ended, or belongs to somebody else
  }
}

/**
 * Every living process whose command, environment or working folder names the folder, but this one; Linux only. What began
 * before this process knows of no folder that this one has made: it is not looked at, since tests ask fifty times a second.
 */
export function processesOf(folder: string): Relative[] {
  return readdirSync('/proc').flatMap(name => {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) return []
    const { state, began } = standing(pid)
    if (!(began >= OWN.began) || state === 'Z' || state === 'X') return []
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
    const isRelated =
      command.includes(folder) || read(`/proc/${pid}/environ`).includes(folder) || workingFolder(pid).includes(folder)
    return isRelated ? [{ pid, command }] : []
  })
}
