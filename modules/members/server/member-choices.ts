import { masked } from '@wattyard/resource'
import { type Caller, col, may, selectRecords, shownTo, type Tx } from '@wattyard/server-kit'
import { member, tag, TAG_STATUSES } from '../contract/index.ts'

/** Shortest text that is looked for among cards: a name would otherwise be one of the counted questions twice. */
const CARD_TEXT = /^(?=.*\d).{4,}$/u

/** Returns what tells members of one name apart: number, masked phone and the masked card used last; by member id. */
export async function memberHints(
  tx: Tx,
  { tenantId }: Pick<Caller, 'tenantId'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx.query(
    { id: col.uuid, code: col.text, phone: col.text.orNull, card: col.text.orNull },
    `select m.id, m.code, m.phone, card.tag as card from members_member m
     left join lateral (
       select t.tag from members_tag t
       where t.tenant_id = m.tenant_id and t.member_id = m.id and t.kind = 'rfid' order by t.created_at desc, t.id limit 1
     ) card on true
     where m.tenant_id = $1 and m.id = any($2::uuid[])`,
    [tenantId, ids],
  )
  // Masked for all readers: enough to tell people apart, and a list of choices is seen over shoulders.
  return new Map(
    rows.map(({ id, code, phone, card }) => [
      id,
      [code, ...(phone === null ? [] : [masked('phone', phone)]), ...(card === null ? [] : [masked('card', card)])],
    ]),
  )
}

/** Returns the rule that flags a member, by member id: it stands beside the name where members are chosen, and keeps nobody from choosing. */
export async function flaggedMembers(tx: Tx, ids: readonly string[]) {
  const rows = await tx.query(
    { id: col.uuid, flags: col.texts },
    `select id, flags from members_member where tenant_id = $1 and id = any($2::uuid[]) and status = 'active' and flags <> '{}'`,
    [tx.tenantId, ids],
  )
  return new Map(rows.map(({ id, flags: [value = ''] }) => [id, { field: 'flags', value }]))
}

/** Returns the members whose cards a typed text finds: what a search of cards may find for this caller. */
export async function membersByCard(tx: Tx, caller: Caller, q: string): Promise<readonly string[]> {
  if (!CARD_TEXT.test(q) || !may(caller, `${tag.name}:read`)) return []
  // Without the index, so that cards are not looked for by members again.
  const { list } = await selectRecords(tx, caller, tag, { byName: () => undefined }, { q })
  if (list.length === 0) return []
  const rows = await tx.query(
    { member_id: col.uuid },
    'select distinct member_id from members_tag where tenant_id = $1 and id = any($2::uuid[])',
    [caller.tenantId, list.map(({ id }) => id)],
  )
  return rows.map(row => row.member_id)
}

/** Returns the cards of the members whom a typed text finds: what a search of members may find for this caller. */
export async function tagsByMember(tx: Tx, caller: Caller, q: string): Promise<readonly string[]> {
  if (!may(caller, `${member.name}:read`)) return []
  // Without the index, so that members are not looked for by cards again.
  const { list } = await selectRecords(tx, caller, member, { byName: () => undefined }, { q })
  if (list.length === 0) return []
  const rows = await tx.query(
    { id: col.uuid },
    'select id from members_tag where tenant_id = $1 and member_id = any($2::uuid[])',
    [caller.tenantId, list.map(({ id }) => id)],
  )
  return rows.map(row => row.id)
}

/** Returns whose cards these are, as the caller may see it: name and masked phone; by card id. */
export async function tagHints(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx.query(
    { id: col.uuid, name: col.text, phone: col.text.orNull },
    `select t.id, m.name, m.phone from members_tag t
     join members_member m on m.tenant_id = t.tenant_id and m.id = t.member_id
     where t.tenant_id = $1 and t.id = any($2::uuid[])`,
    [caller.tenantId, ids],
  )
  return new Map(
    rows.map(({ id, name, phone }) => [
      id,
      [shownTo(caller, 'name', name), ...(phone === null ? [] : [masked('phone', phone)])],
    ]),
  )
}

/** Returns why cards do not start a charge, by card id: their own state, or that their member is blocked. */
export async function unusableTags(tx: Tx, ids: readonly string[]) {
  const rows = await tx.query(
    { id: col.uuid, status: col.oneOf(TAG_STATUSES), isBlocked: col.boolean },
    `select t.id, t.status, m.status = 'blocked' as "isBlocked" from members_tag t
     join members_member m on m.tenant_id = t.tenant_id and m.id = t.member_id
     where t.tenant_id = $1 and t.id = any($2::uuid[]) and (t.status <> 'active' or m.status = 'blocked')`,
    [tx.tenantId, ids],
  )
  return new Map(
    rows.map(({ id, status, isBlocked }) => [
      id,
      isBlocked ? { field: 'member', value: 'blocked' } : { field: 'status', value: status },
    ]),
  )
}
