import { isInvestorOnly } from '@wattyard/pages'
import { type Caller, may, seesWholeTenant, type Tx } from '@wattyard/server-kit'
import { type Figure, type HomeFigure, homeOf, type HomePerson, maySeeFigure } from '../../contract/index.ts'
import { commandFigure, pileFigures } from './device-figures.ts'
import { closingFigure, membersLowFigure, receivableFigure } from './money-figures.ts'
import {
  caseFigures,
  DAY_FIGURES,
  dayFigures,
  refundFigure,
  runningFigures,
  utilisationFigure,
} from './order-figures.ts'
import { type Question, questionOf } from './past.ts'

/** Returns what decides about the caller's home page. */
export function personOf(caller: Caller): HomePerson {
  return {
    may: permission => may(caller, permission),
    hasRights: caller.permissions.size > 0,
    seesWhole: seesWholeTenant(caller),
    isInvestor: isInvestorOnly(caller.roles),
  }
}

/** Figures beside those on top: parts of the revenue, and how the piles are. */
const BESIDE: readonly HomeFigure[] = [
  'electricity',
  'service',
  'charging',
  'power',
  'piles',
  'faults',
  'offline',
  'never',
  'out',
]
const RUNNING: readonly HomeFigure[] = ['charging', 'power']
const CASES: readonly HomeFigure[] = ['openCases', 'abnormalAmount']
const PILES: readonly HomeFigure[] = ['piles', 'faults', 'offline', 'never', 'out']

type Read = (question: Question, wanted: readonly HomeFigure[], top: readonly HomeFigure[]) => Promise<Figure[]>

/** Reads in order, each with the figures it gives. */
const READS: readonly (readonly [gives: readonly HomeFigure[], read: Read])[] = [
  [
    DAY_FIGURES,
    (question, wanted) =>
      dayFigures(
        question,
        DAY_FIGURES.filter(key => wanted.includes(key)),
      ),
  ],
  [['utilisation'], utilisationFigure],
  [RUNNING, runningFigures],
  [CASES, caseFigures],
  [['refundsWaiting'], refundFigure],
  [['receivable'], receivableFigure],
  [['daysToClose'], closingFigure],
  [['membersLow'], membersLowFigure],
  [PILES, (question, _wanted, top) => pileFigures(question, top)],
  [['failedCommands'], commandFigure],
]

/**
 * Returns the figures of a person's day, each with its instant and the link to its rows, and which of them stand on top. Figures
 * that the caller may not read are left out.
 */
export async function todayFigures(
  tx: Tx,
  caller: Caller,
  now: number,
): Promise<{ top: HomeFigure[]; list: Figure[] }> {
  const person = personOf(caller)
  const top = homeOf(person)?.figures ?? []
  const wanted = [...new Set([...top, ...BESIDE])].filter(key => maySeeFigure(key, person))
  const question = await questionOf(tx, caller, now)
  const list: Figure[] = []
  // One after the other: they share a transaction, which is one connection.
  for (const [gives, read] of READS)
    if (gives.some(key => wanted.includes(key))) list.push(...(await read(question, wanted, top)))
  return { top: top.filter(key => list.some(figure => figure.key === key)), list }
}
