import { expect, test } from 'vitest'
import { readPackages, readSources } from './sources.ts'

/** Modules whose numbers are money, energy or prices. */
const MONEY = /^(modules\/(pricing|ledger|members|payments|payables|charging|reconciliation|finance)|kernel\/money)\//

/** What a line of code calls money, energy or a price. */
const MONEY_WORDS =
  /fen\b|price|amount|money|fee\b|energy|electricity|service|refund|balance|principal|gift|totalOf|unitsOf/i

/** Lines that look like floats for money and are not, each with the reason. */
const ALLOWED: readonly { path: string; line: string; why: string }[] = [
  {
    path: 'modules/pricing/contract/rate-session.ts',
    line: 'Number(a.service) - Number(b.service)',
    why: 'orders two flags',
  },
  {
    path: 'modules/pricing/server/what-if-route.ts',
    line: 'Number(b.before.totalFen - a.before.totalFen)',
    why: 'orders rows by the sign of an exact difference',
  },
  { path: 'modules/pricing/console/editor/day-strip.tsx', line: 'toFixed(2)}%', why: 'height of a drawn bar' },
]

const files = readSources(readPackages()).filter(source => MONEY.test(source.path) && !source.isTest)

/** Why a line is under suspicion, or null. */
function suspicion(line: string): string | null {
  const code = line.replace(/\/\/.*$/, '').replace(/^\s*\*.*$/, '')
  if (/\bparseFloat\b/.test(code)) return 'parseFloat'
  if (/\.toFixed\(/.test(code)) return 'toFixed'
  for (const [, inner = ''] of code.matchAll(/\bNumber\(((?:[^()]|\([^()]*\))*)\)/g))
    if (MONEY_WORDS.test(inner)) return `Number(${inner})`
  return null
}

test('the rule sees what it is for', () => {
  const rooms = ['modules/payments/contract/refund.ts', 'modules/ledger/server/a.ts', 'kernel/money/fen.ts']
  expect(rooms.filter(path => !MONEY.test(path))).toEqual([])
  expect(MONEY.test('modules/identity/server/people.ts')).toBe(false)
  expect(suspicion('const x = Number(row.amount_fen) / 100')).toBe('Number(row.amount_fen)')
  expect(suspicion('return (total / 100).toFixed(2)')).toBe('toFixed')
  expect(suspicion('// parseFloat is forbidden')).toBe(null)
  expect(suspicion('count: Number(row.journals)')).toBe(null)
})

test('no floats for money, energy and prices', () => {
  console.log(`no floats: ${files.length} files, ${ALLOWED.length} lines allowed`)
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, i) => {
      const why = suspicion(line)
      return why ? [{ path, line: line.trim(), place: `${path}:${i + 1}: ${why}` }] : []
    }),
  )
  const isAllowed = (one: { path: string; line: string }) =>
    ALLOWED.some(allowed => allowed.path === one.path && one.line.includes(allowed.line))
  expect(found.filter(one => !isAllowed(one)).map(one => one.place)).toEqual([])
  // An allowance nobody uses is taken back.
  expect(
    ALLOWED.filter(allowed => !found.some(one => one.path === allowed.path && one.line.includes(allowed.line))),
  ).toEqual([])
})
