import type { Book } from './book.ts'

/** The columns of a file by name. */
export interface Head {
  /** Names as the keys of records: a name that comes twice gets its place behind it. */
  readonly names: readonly string[]
  /** Returns the place of the first of these names that the head has; −1 when it has none. */
  find(...names: readonly string[]): number
}

/** Most columns that are read. Real files have fewer than a hundred. */
export const MAX_COLUMNS = 512

/** Reads the cells of a head line and reports names that come twice. */
export function readHead(cells: readonly string[], line: number, book: Book): Head {
  const names: string[] = []
  const places = new Map<string, number>()
  /** Answers by the name asked for: rows ask again and again. */
  const asked = new Map<string, number>()
  for (const [i, cell] of cells.slice(0, MAX_COLUMNS).entries()) {
    const name = sameForm(cell)
    if (name !== '' && places.has(name)) book.finding(line, name, 'column-twice', name)
    // An object would take this name for its prototype.
    names.push(name === '' || places.has(name) || name === '__proto__' ? `${name} ${i + 1}` : name)
    if (!places.has(name)) places.set(name, i)
  }
  return {
    names,
    find(...wanted) {
      for (const name of wanted) {
        const place = asked.get(name) ?? places.get(sameForm(name)) ?? -1
        asked.set(name, place)
        if (place >= 0) return place
      }
      return -1
    },
  }
}

/** Brackets and spaces of both widths are written without any rule in these heads. */
export function sameForm(name: string): string {
  return name
    .replace(/[`\ufeff\s]/g, '')
    .replace(/\(/g, '（')
    .replace(/\)/g, '）')
}

/** Returns the cells by their head. */
export function recordOf(names: readonly string[], cells: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {}
  for (let i = 0; i < names.length; i++) record[names[i] ?? ''] = cells[i] ?? ''
  return record
}
