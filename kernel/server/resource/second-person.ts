import type { Field } from '@wattyard/resource'
import type { Tx } from '../database/tx.ts'
import type { CommandCall, ResourceRow, ServedResource } from './served.ts'

/**
 * What a command would move, and how heavily that weighs against the limit of its kind. A command that moves no money
 * (`moves_fen` null or absent) is not measured: whenever its rule answers a weight, it waits.
 */
export interface Weight {
  /** Fen that would move now; the second person sees it. Null or absent: no money moves. */
  moves_fen?: bigint | null
  /** Fen that are held against the limit: what moves unless said, more when earlier parts of the same thing count with it. */
  weighs_fen?: bigint
  /** Fen that count in the sums of a day and a month: what moves unless said. */
  counts_fen?: bigint
  /** Fen that are given up besides, where the command charges less than is due: weighed and counted as given. */
  gives_fen?: bigint
  /** Fen that are written down as paid in: they weigh nothing as given up, and have sums of their own. */
  paidIn_fen?: bigint
  /** Fen that the company comes to owe `party`: added up by person and party over a day, and held against the command's own limit. */
  owes_fen?: bigint
  /** Id of the member or company whose money it is; sums are made for them as well. Absent or null: nobody's. */
  party?: string | null
  /** Waits whatever it weighs, unless the tenant lets the command never wait. */
  always?: boolean
}

/** A weight in money. */
export type MoneyWeight = Weight & { moves_fen: bigint }

export const movesMoney = (weight: Weight): weight is MoneyWeight =>
  weight.moves_fen !== null && weight.moves_fen !== undefined

/** What of a record, or of what it goes with, a decision rests on: values as JSON text by any name. */
export type Basis = Readonly<Record<string, string | null>>

/** Values of a record that a request shows beside the command's inputs, with fields that say how to show them. */
export interface AboutRecord {
  readonly fields: Readonly<Record<string, Field>>
  /** Names of inputs that replace a value of the record, each with the field above that holds the present one: shown side by side. */
  readonly replaces?: Readonly<Record<string, string>>
  /** Returns the values, in the forms of the wire, in the order of the requests; undefined for a record without any. */
  readonly read: (
    tx: Tx,
    asked: readonly { readonly id: string; readonly input: Readonly<Record<string, unknown>> }[],
  ) => Promise<readonly (Readonly<Record<string, unknown>> | undefined)[]>
}

/** Says when a command on one record waits for a second person. The limit itself is the tenant's. Modules write `SecondPersonRule`. */
export interface AnySecondPersonRule {
  /**
   * Fen from which on it waits unless the tenant says otherwise: 0 is always, null never. A command without money knows
   * only these two: 0 is on, null is off.
   */
  from_fen: bigint | null
  /**
   * `gives`: the operator gives money up; `takes`: somebody is charged. Sums are made of each apart. `none`: no money
   * moves, so the tenant switches the rule on or off instead of setting an amount.
   */
  side: 'gives' | 'takes' | 'none'
  /** Waits whatever it weighs, when it waits at all: the tenant switches it on or off, although money moves. */
  switched?: true
  /**
   * Weighs the command as it is asked for, and again at approval (`call.approval` is set then), where it must come out the
   * same. Null: nobody has to agree. Throws what the command itself would refuse, so that nobody waits for nothing.
   */
  weigh: (call: CommandCall, row: ResourceRow, input: Record<string, unknown>) => Promise<Weight | null> | Weight | null
  /** What people call the record, where its own label tells them nothing (a journal's is an id); null for the label. */
  subject?: (call: CommandCall, row: ResourceRow) => Promise<string | null>
  /** Columns the decision rests on. When one of them has changed nothing is done; every change counts when absent. */
  restsOn?: readonly string[]
  /** What else the decision rests on, outside of the record's own columns: when it has changed nothing is done, either. */
  alsoRestsOn?: (call: CommandCall, row: ResourceRow, input: Record<string, unknown>) => Promise<Basis>
  /**
   * Ids of records that the decision rests on besides its own and those that its inputs name, such as the account that money goes to. When
   * one of them is written, the basis is looked at again; when one is deleted, nothing is done.
   */
  restsOnRecords?: (row: ResourceRow, input: Record<string, unknown>) => readonly (string | null)[]
  /**
   * Where the request belongs, for records that name no operator and no station: people who see only a part of the tenant
   * find requests of their part. Null: it is for people who see the whole tenant.
   */
  place?: (call: CommandCall, row: ResourceRow) => Promise<{ station_id: string; operator_id: string } | null>
  /** What else of the record the second person has to see. */
  about?: AboutRecord
  /** Address in the console where the requester goes on once the request is approved. */
  next?: (row: ResourceRow) => `/${string}`
  /** Address of the record in the console, by its id: whoever asked is led there where `next` says nothing. */
  page?: (id: string) => `/${string}`
  /** The module itself tells whoever asked what became of the record: a request that is approved or ends with it needs no message. */
  tellsAsker?: true
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

/** What a call has done to records of one definition. */
export interface Deed {
  /** Name of the definition. */
  readonly resource: string
  /** Name of the command; `update` and `delete` for those. */
  readonly name: string
  /** Checked input, stored forms. */
  readonly input: Readonly<Record<string, unknown>>
}

const deeds = new WeakMap<Tx, Deed>()

/** Notes what a call does, for those whose requests end by it. The first counts: the approval of a command is that command. */
export function noteDeed(tx: Tx, deed: Deed): void {
  if (!deeds.has(tx)) deeds.set(tx, deed)
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
export interface ApprovalService {
  /** The answer of a command that has to wait, written down in the caller's transaction; null when it may run at once. */
  ask: (call: CommandCall, asked: AskedCommand) => Promise<WaitsForApproval | null>
  /**
   * Ends the requests that rest on records which the call has written, by whatever statements, as far as they can no longer be approved.
   * Last in a call that writes. `deed`: what the call has done, where it is the deed of a definition.
   */
  settle: (call: CommandCall, deed: Deed | null) => Promise<void>
}

/** Ends what a call has made void, before it commits. */
export async function settleRequests(call: CommandCall): Promise<void> {
  await call.resources.approvalService?.settle(call, deeds.get(call.tx) ?? null)
}

/** Ids of the records that a request rests on besides its own: those that its inputs name, and those of its rule. */
export function recordsBeside({
  served,
  name,
  rule,
  row,
  input,
}: Pick<AskedCommand, 'served' | 'name' | 'rule' | 'row' | 'input'>): string[] {
  const fields = served.resource.commands[name]?.input ?? {}
  const named = Object.entries(fields).flatMap(([key, { kind }]) =>
    kind === 'ref' || kind === 'refs' ? [input[key]].flat() : [],
  )
  const all = [...named, ...(rule.restsOnRecords?.(row, input) ?? [])]
  return [...new Set(all.filter(id => typeof id === 'string'))].filter(id => id !== row.id)
}

/** How a record, and what goes with it, is at this moment, as far as the decision rests on it. */
export async function basisOf(
  call: CommandCall,
  rule: AnySecondPersonRule,
  row: ResourceRow,
  input: Record<string, unknown>,
): Promise<Basis> {
  const text = (value: unknown): string | null =>
    typeof value === 'bigint' ? value.toString() : (JSON.stringify(value ?? null) ?? null)
  const own = Object.fromEntries((rule.restsOn ?? ['version']).map(column => [column, text(row[column])]))
  return { ...own, ...(await rule.alsoRestsOn?.(call, row, input)) }
}
