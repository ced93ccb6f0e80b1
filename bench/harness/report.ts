import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './product.ts'

/** One line of the results table. */
export interface Figure {
  scenario: string
  what: string
  value: string
  target: string
  /** Null where a figure has no target: it is there to be compared with. */
  met: boolean | null
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >>> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2 // inside the list
}

/** The value below which this share of all lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
export const places = (value: number, count: number): string => value.toFixed(count)

export function machine(): string {
  const list = cpus()
  return `${list.length} × ${list[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}

export function table(figures: readonly Figure[]): string {
  const mark = (met: boolean | null) => (met === null ? '' : met ? 'yes' : '**no**')
  return [
    '| scenario | figure | measured | target | met |',
    '|---|---|---|---|---|',
    ...figures.map(one => `| ${one.scenario} | ${one.what} | ${one.value} | ${one.target} | ${mark(one.met)} |`),
  ].join('\n')
}

const START = '<!-- bench:start -->'
const END = '<!-- bench:end -->'

/** Puts the results between the markers of the README, and nowhere else. */
export function writeReadme(text: string): void {
  const file = join(ROOT, 'README.md')
  const readme = readFileSync(file, 'utf8')
  const from = readme.indexOf(START)
  const to = readme.indexOf(END)
  if (from === -1 || to < from) throw new Error(`README.md has no ${START} … ${END}`)
  writeFileSync(file, `${readme.slice(0, from + START.length)}\n${text}\n${readme.slice(to)}`)
}
