import type { CommandCall, ResourceRow, ServedResource } from './served.ts'

/** What a command would move, and how heavily that weighs against the limit of its kind. */
export interface Weight {
  /** Fen that would move now; the second person sees it. */
  moves_fen: bigint
  /** Fen that are held against the limit: what moves unless said, more when earlier parts of the same thing count with it. */
  weighs_fen?: bigint
  /** Fen that count in the sums of a day and a month: what moves unless said. */
  counts_fen?: bigint
  /** Fen that are given up besides, where the command charges less than is due: weighed and counted as given. */
  gives_fen?: bigint
  /** Fen that are written down as paid in: they weigh nothing as given up, and have sums of their own. */
  paidIn_fen?: bigint
  /** Id of the member whose money it is; sums are made for them as well. Absent or null: nobody's. */
  party?: string | null
  /** Waits whatever it weighs, unless the tenant lets the command never wait. */
  always?: boolean
}

/** Says when a command on one record waits for a second person. The limit itself is the tenant's. Modules write `SecondPersonRule`. */
export interface AnySecondPersonRule {
  /** Fen from which on it waits unless the tenant says otherwise: 0 is always, null never. */
  from_fen: bigint | null
  /** `gives`: the operator gives money up; `takes`: somebody is charged. Sums are made of each apart. */
  side: 'gives' | 'takes'
  /**
   * Weighs the command as it is asked for, and again at approval, where it must come out the same. Null: it would move
   * nothing, so nobody has to agree. Throws what the command itself would refuse, so that nobody waits for nothing.
   */
  weigh: (call: CommandCall, row: ResourceRow, input: Record<string, unknown>) => Promise<Weight | null> | Weight | null
  /** What people call the record, where its own label tells them nothing (a journal's is an id); null for the label. */
  subject?: (call: CommandCall, row: ResourceRow) => Promise<string | null>
  /** Columns the decision rests on. When one of them has changed nothing is done; every change counts when absent. */
  restsOn?: readonly string[]
}

/** A command somebody has asked for, about to run. */
export interface AskedCommand {
  served: ServedResource
  /** Name of the command. */
  name: string
  rule: AnySecondPersonRule
  /** Its record, locked. */
  row: ResourceRow
  /** Checked input, stored forms. */
  input: Record<string, unknown>
}

/** What whoever asked is told instead of the command's own answer. */
export interface WaitsForApproval {
  waitsForApproval: true
  /** Id of the request. */
  approval: string
}

export const isWaiting = (answer: unknown): answer is WaitsForApproval =>
  answer !== null && typeof answer === 'object' && 'waitsForApproval' in answer

/** Keeps the requests; one module offers it (`ServerModule.desk`), and the routes of every resource ask it. */
export interface ApprovalDesk {
  /** The answer of a command that has to wait, written down in the caller's transaction; null when it may run at once. */
  ask: (call: CommandCall, asked: AskedCommand) => Promise<WaitsForApproval | null>
}

/** How a record is at this moment, as far as the decision rests on it: columns and their values as JSON text. */
export function basisOf(rule: AnySecondPersonRule, row: ResourceRow): Record<string, string | null> {
  const text = (value: unknown): string | null =>
    typeof value === 'bigint' ? value.toString() : (JSON.stringify(value ?? null) ?? null)
  return Object.fromEntries((rule.restsOn ?? ['version']).map(column => [column, text(row[column])]))
}
