import { insertVersionDraft, type Judgement, Refusal, type Tx } from '@wattyard/server-kit'
import { checkDraft, dialText, type DraftPlan, type DraftProblem, version } from '../contract/index.ts'
import { POLICY_ROW, type PolicyRow } from './rows.ts'

/**
 * Returns a policy, locked. Publishing and numbering of its versions wait for each other on this lock.
 * @throws Refusal `kernel.notFound`
 */
export async function lockPolicy(tx: Tx, id: string): Promise<PolicyRow> {
  const [row] = await tx.query(POLICY_ROW, 'select * from pricing_policy where tenant_id = $1 and id = $2 for update', [
    tx.tenantId,
    id,
  ])
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

export async function policyOf(tx: Tx, id: string): Promise<PolicyRow> {
  const [row] = await tx.query(POLICY_ROW, 'select * from pricing_policy where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
  ])
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

export interface NewDraft {
  tenantId: string
  policy: Pick<PolicyRow, 'id' | 'zone'>
  plans: readonly DraftPlan[]
  source: string | null
  editor: { id: string | null; name: string }
}

/** Stores a draft under the policy's next number. */
export function insertDraft(tx: Tx, { policy, plans, ...rest }: NewDraft): Promise<{ id: string; number: number }> {
  const problems = checkDraft(plans, policy.zone).length
  return insertVersionDraft(tx, version, { ...rest, ownerId: policy.id, body: plans, problems })
}

/** Returns the result of checking a draft's plans. */
export function judgePlans(plans: readonly DraftPlan[], zone: string): Judgement {
  const problems = checkDraft(plans, zone)
  return { count: problems.length, told: problems, refusal: problems.length > 0 ? incomplete(problems) : null }
}

/** How many places of a message are named; the rest is counted. */
const NAMED_PROBLEMS = 3

/**
 * Checks that there are no problems.
 * @throws Refusal `pricing.notComplete` with every problem in `detail.problems` and the first slots as text
 */
export function refuseIncomplete(problems: readonly DraftProblem[]): void {
  if (problems.length > 0) throw incomplete(problems)
}

function incomplete(problems: readonly DraftProblem[]): Refusal {
  const places = problems.slice(0, NAMED_PROBLEMS).map(placeOf)
  return new Refusal('pricing.notComplete', {
    params: { count: problems.length, where: [...new Set(places)].join(', ') },
    detail: { problems: problems.map(problem => ({ ...problem, slot: slotOf(problem) })) },
  })
}

/** `default 08:00-09:15`: the same in every language. */
function placeOf(problem: DraftProblem): string {
  return [problem.plan, slotOf(problem)].filter(Boolean).join(' ') || problem.code
}

function slotOf({ fromQuarter, toQuarter }: DraftProblem): string | undefined {
  return fromQuarter === undefined || toQuarter === undefined
    ? undefined
    : `${dialText(fromQuarter)}-${dialText(toQuarter)}`
}
