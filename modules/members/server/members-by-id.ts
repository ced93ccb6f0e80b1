import { type Fen, fen } from '@wattyard/money'
import { type Tx, col } from '@wattyard/server-kit'
import { type MemberStatus, type MixRule, MEMBER_STATUSES, MIX_RULES } from '../contract/index.ts'
import type { MemberKey } from './wallets.ts'

export interface MemberName {
  id: string
  tenantId: string
  code: string
  name: string
  status: MemberStatus
  policy: { mix: MixRule; credit_limit_fen: Fen }
}

/** Returns members by id, for names and policies; unknown ones are absent. */
export async function membersById(tx: Tx, keys: readonly MemberKey[]): Promise<Map<string, MemberName>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.query(
    {
      id: col.uuid,
      tenant_id: col.uuid,
      code: col.text,
      name: col.text,
      status: col.oneOf(MEMBER_STATUSES),
      mix: col.oneOf(MIX_RULES),
      credit_limit_fen: col.bigint,
    },
    `select m.id, m.tenant_id, m.code, m.name, m.status, m.mix, m.credit_limit_fen from (select distinct * from unnest($1::uuid[], $2::uuid[]) as u(tenant_id, id)) k
     join members_member m on m.tenant_id = k.tenant_id and m.id = k.id`,
    [keys.map(key => key.tenantId), keys.map(key => key.memberId)],
  )
  return new Map(
    rows.map(({ id, tenant_id, code, name, status, mix, credit_limit_fen }) => [
      id,
      { id, tenantId: tenant_id, code, name, status, policy: { mix, credit_limit_fen: fen(credit_limit_fen) } },
    ]),
  )
}
