import { col, emit, newId, type Tx } from '@wattyard/server-kit'
import { type AbnormalFinding, SEVERITIES, type Severity } from '../../contract/index.ts'
import { followFindings } from '../order/follow-findings.ts'
import type { LiveOrder } from './open-orders.ts'

/** A case was opened that keeps an order from being settled, or is critical. Key: id of the order. */
export const CASE_OPENED = 'charging.case-opened'

export interface CaseOpened {
  orderNo: string
  operatorId: string
  stationId: string
  rule: string
  code: string
  severity: Severity
}

/**
 * Opens cases for findings, one per order and code; telling the same again changes nothing. People hear of those that are critical
 * or keep the order from being settled; others wait in the list. `isTold`: the caller tells people itself.
 */
export async function openCases(
  tx: Tx,
  cases: readonly { order: Pick<LiveOrder, 'row'>; finding: AbnormalFinding }[],
  now: number,
  { isTold = false }: { readonly isTold?: boolean } = {},
): Promise<void> {
  if (cases.length === 0) return
  const opened = await tx.query(
    {
      tenant_id: col.uuid,
      order_id: col.uuid,
      rule: col.text,
      code: col.text,
      severity: col.oneOf(SEVERITIES),
      blocks: col.boolean,
    },
    `insert into charging_finding (tenant_id, id, order_id, operator_id, station_id, pile_id, member_id, rule, code, kind, severity, blocks, evidence, remedies, estimate_fen, created_at)
     select tenant_id, id, order_id, operator_id, station_id, pile_id, member_id, rule, code, kind, severity, blocks, evidence, array(select json_array_elements_text(remedies)), estimate_fen, $2
     from json_to_recordset($1) as r(tenant_id uuid, id uuid, order_id uuid, operator_id uuid, station_id uuid, pile_id uuid, member_id uuid, rule text, code text, kind text, severity text, blocks boolean, evidence jsonb, remedies json, estimate_fen bigint)
     on conflict (tenant_id, order_id, code) do nothing
     returning tenant_id, order_id, rule, code, severity, blocks`,
    [
      JSON.stringify(
        cases.map(({ order: { row }, finding }) => ({
          tenant_id: row.tenant_id,
          id: newId(),
          order_id: row.id,
          operator_id: row.operator_id,
          station_id: row.station_id,
          pile_id: row.pile_id,
          member_id: row.member_id,
          rule: finding.rule,
          code: finding.code,
          kind: finding.kind,
          severity: finding.severity,
          blocks: finding.blocks,
          evidence: finding.evidence,
          remedies: finding.remedies,
          estimate_fen: row.estimate_fen?.toString() ?? null,
        })),
      ),
      new Date(now),
    ],
  )
  await followFindings(
    tx,
    cases.map(({ order: { row } }) => ({ tenantId: row.tenant_id, orderId: row.id })),
  )
  if (isTold) return
  const rows = new Map(cases.map(({ order: { row } }) => [row.id, row]))
  const urgent = opened.filter(({ severity, blocks }) => blocks || severity === 'critical')
  await emit(
    tx,
    urgent.flatMap(({ tenant_id, order_id, rule, code, severity }) => {
      const row = rows.get(order_id)
      if (row === undefined) return []
      const body: CaseOpened = {
        orderNo: row.order_no,
        operatorId: row.operator_id,
        stationId: row.station_id,
        rule,
        code,
        severity,
      }
      return [{ tenantId: tenant_id, topic: CASE_OPENED, key: order_id, body: { ...body } }]
    }),
  )
}
