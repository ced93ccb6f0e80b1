import { newId, Refusal, type Tx, col } from '@wattyard/server-kit'
import { checkDraft, dialText, type DraftPlan, type DraftProblem, type Validity } from '../contract/index.ts'
import { POLICY_ROW, type PolicyRow } from './rows.ts'

/** A policy, locked: whoever publishes or numbers versions of it waits for the others here. */
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

/** Times in force of a policy's versions, the one given left out. */
export async function validitiesOf(tx: Tx, policyId: string, exceptId: string): Promise<Validity[]> {
  return tx.query(
    { id: col.uuid, number: col.integer, from: col.instant, to: col.instant.orNull },
    `select id, number, valid_from_at as "from", valid_to_at as "to" from pricing_version
     where tenant_id = $1 and policy_id = $2 and id <> $3 and valid_from_at is not null and state <> 'draft' order by valid_from_at`,
    [tx.tenantId, policyId, exceptId],
  )
}

export interface NewDraft {
  tenantId: string
  policy: Pick<PolicyRow, 'id' | 'zone'>
  plans: readonly DraftPlan[]
  source: string | null
  editor: { id: string | null; name: string }
}

/** Stores a draft under the policy's next number. */
export async function insertDraft(
  tx: Tx,
  { tenantId, policy, plans, source, editor }: NewDraft,
): Promise<{ id: string; number: number }> {
  const id = newId()
  const [given] = await tx.query(
    { last: col.integer },
    `insert into pricing_version_number (tenant_id, policy_id, last) values ($1, $2, 1)
     on conflict (tenant_id, policy_id) do update set last = pricing_version_number.last + 1 returning last`,
    [tenantId, policy.id],
  )
  const number = given?.last ?? 1
  await tx.execute(
    `insert into pricing_version (tenant_id, id, policy_id, number, state, source, problems, plans, edited_by, edited_by_id)
     values ($1, $2, $3, $4, 'draft', $5, $6, $7::jsonb, $8, $9)`,
    [
      tenantId,
      id,
      policy.id,
      number,
      source,
      checkDraft(plans, policy.zone).length,
      JSON.stringify(plans),
      editor.name,
      editor.id,
    ],
  )
  return { id, number }
}

/** How many places of a message are named; the rest is counted. */
const NAMED_PROBLEMS = 3

/** @throws Refusal `pricing.notComplete` with every problem in `detail.problems` and the first slots in words */
export function refuseIncomplete(problems: readonly DraftProblem[]): void {
  if (problems.length === 0) return
  const places = problems.slice(0, NAMED_PROBLEMS).map(placeOf)
  throw new Refusal('pricing.notComplete', {
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
