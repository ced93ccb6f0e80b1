import { type Fen, fen } from '@wattyard/money'
import { textList, type Tx, uuidList, col, type RowIn } from '@wattyard/server-kit'
import {
  type MemberStatus,
  type MixRule,
  type TagKind,
  type TagStatus,
  MIX_RULES,
  MEMBER_STATUSES,
  TAG_STATUSES,
  TAG_KINDS,
} from '../contract/index.ts'

/** Whether a tag may charge. `accepted` does not check money. The others give the reason, the tag's own before the member's. */
export type TagVerdict = 'accepted' | 'blocked' | 'lost' | 'expired' | 'memberBlocked'

/** A tag with its member and how the member pays. */
export interface TagMatch {
  tenantId: string
  tagId: string
  tag: string
  kind: TagKind
  verdict: TagVerdict
  expiresAt: number | null
  memberId: string
  memberCode: string
  memberName: string
  policy: { mix: MixRule; credit_limit_fen: Fen }
}

const TAG_ROW = {
  place: col.integer,
  tenant_id: col.uuid,
  id: col.uuid,
  tag: col.text,
  kind: col.oneOf(TAG_KINDS),
  status: col.oneOf(TAG_STATUSES),
  expires_at: col.instant.orNull,
  member_id: col.uuid,
  member_status: col.oneOf(MEMBER_STATUSES),
  code: col.text,
  name: col.text,
  mix: col.oneOf(MIX_RULES),
  credit_limit_fen: col.bigint,
}

type TagRow = RowIn<typeof TAG_ROW>

/** Returns the form for comparison: OCPP identifiers are case-insensitive (1.6 CiString, 2.0.1 identifierString). */
export const tagKey = (tag: string): string => tag.trim().toUpperCase()

export function verdictOf(
  row: { status: TagStatus; expires_at: number | null; member_status: MemberStatus },
  at: number,
): TagVerdict {
  if (row.status !== 'active') return row.status
  if (row.expires_at !== null && row.expires_at <= at) return 'expired'
  return row.member_status === 'active' ? 'accepted' : 'memberBlocked'
}

/**
 * Returns the members of tags and whether they may charge at an instant (epoch ms), in the order of the keys; null for an unknown
 * tag. One statement for any number of tags and tenants.
 */
export async function findTags(
  tx: Tx,
  keys: readonly { tenantId: string; tag: string }[],
  at: number,
): Promise<(TagMatch | null)[]> {
  if (keys.length === 0) return []
  const rows = await tx.query(
    TAG_ROW,
    `select k.place::int as place, t.tenant_id, t.id, t.tag, t.kind, t.status, t.expires_at, t.member_id, m.status as member_status, m.code, m.name, m.mix, m.credit_limit_fen
     from unnest($1::uuid[], $2::text[]) with ordinality as k(tenant_id, tag, place)
     join members_tag t on t.tenant_id = k.tenant_id and t.tag = k.tag
     join members_member m on m.tenant_id = t.tenant_id and m.id = t.member_id`,
    [uuidList(keys.map(key => key.tenantId)), textList(keys.map(key => tagKey(key.tag)))],
  )
  const matches: (TagMatch | null)[] = keys.map(() => null)
  for (const row of rows) matches[row.place - 1] = matchOf(row, at)
  return matches
}

function matchOf(row: TagRow, at: number): TagMatch {
  return {
    tenantId: row.tenant_id,
    tagId: row.id,
    tag: row.tag,
    kind: row.kind,
    verdict: verdictOf(row, at),
    expiresAt: row.expires_at,
    memberId: row.member_id,
    memberCode: row.code,
    memberName: row.name,
    policy: { mix: row.mix, credit_limit_fen: fen(row.credit_limit_fen) },
  }
}
