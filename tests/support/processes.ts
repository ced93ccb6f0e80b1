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

/** Every living process whose command, environment or working folder names the folder, but this one; Linux only. */
export function processesOf(folder: string): Relative[] {
  return readdirSync('/proc').flatMap(name => {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) return []
    const command = read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim()
    const isThere = !/\) [ZX] /.test(read(`/proc/${name}/stat`))
    let cwd = ''
    try {
      cwd = readlinkSync(`/proc/${name}/cwd`)
    } catch {
      return []
    }
    const isRelated = [command, read(`/proc/${name}/environ`), cwd].some(text => text.includes(folder))
    return isRelated && isThere ? [{ pid, command }] : []
  })
}
