import { type Fen, fen } from '@wattyard/money'
import { DAY_MS } from '@wattyard/time'
import { newId, searchText, type Tx } from '@wattyard/server-kit'
import { member } from '../contract/index.ts'
import { insertTags, type NewTag } from './issue-tags.ts'
import { nextCodes } from './serve-member.ts'

/** Money that a driver of the demo has paid in. */
export interface DemoTopUp {
  /** Epoch ms. */
  at: number
  principal: Fen
  gift: Fen
  /** Kind of the payment channel. */
  channel: 'wechat' | 'alipay' | 'bank' | 'cash'
}

/** A driver of the demo with tags. */
export interface DemoMember {
  memberId: string
  code: string
  name: string
  /** Null for members who use only the app. */
  rfid: string | null
  appTag: string
  /** Whether the member and the tags may charge. */
  canCharge: boolean
  /** To be booked by payments; oldest first. */
  topUps: readonly DemoTopUp[]
}

export interface DemoMembersOptions {
  tenantId: string
  /** How many; 60 when absent. */
  count?: number
  /** Instant that counts as now, epoch ms. Top-ups are dated 9 to 28 days before. */
  now: number
}

// Random combinations of common family and given names; the phone numbers belong to nobody in particular.
const FAMILY = Array.from('王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗')
const GIVEN = [
  '伟',
  '芳',
  '秀英',
  '敏',
  '静',
  '强',
  '磊',
  '洋',
  '艳',
  '勇',
  '军',
  '杰',
  '娟',
  '涛',
  '明',
  '超',
  '秀兰',
  '霞',
  '平',
  '刚',
  '桂英',
  '文',
  '辉',
  '梅',
  '建华',
  '思远',
  '雨桐',
  '子涵',
  '浩然',
  '梓萱',
]
const SOURCES = ['app', 'app', 'app', 'card', 'app', 'staff'] as const

/** A small repeatable sequence (mulberry32), so that every demo has the same drivers. */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

interface Drawn extends Omit<DemoMember, 'topUps'> {
  phone: string
  origin: (typeof SOURCES)[number]
  blocked: boolean
  expired: boolean
  topUps: { daysAgo: number; principal: bigint; gift: bigint; channel: DemoTopUp['channel'] }[]
  creditLimit: bigint
}

const TOP_UPS = [5_000n, 10_000n, 20_000n, 30_000n, 50_000n] as const
/** Bonus per top-up: 100 CNY get 5, 200 get 15, 300 get 30, 500 get 60. */
const GIFTS = [0n, 500n, 1_500n, 3_000n, 6_000n] as const

/** Most pay by bank and at the counter; a few paid by phone, through channels that nothing speaks with any more. */
function channelOf(turn: number, drawn: number): DemoTopUp['channel'] {
  if (turn % 7 === 6) return 'wechat'
  if (turn % 11 === 10) return 'alipay'
  return drawn ? 'bank' : 'cash'
}

function draw(codes: readonly string[]): Drawn[] {
  const next = sequence(20261120)
  return codes.map((code, index) => {
    const hex = (length: number) =>
      Array.from({ length }, () => next(16).toString(16))
        .join('')
        .toUpperCase()
    const blocked = index % 29 === 28
    const expired = index % 23 === 22
    const topUps = Array.from({ length: 1 + next(4) }, (_, turn) => {
      const size = next(TOP_UPS.length)
      return {
        // Before the eight days of the demo's history, whose orders they pay.
        daysAgo: 9 + (next(30) % 20),
        principal: TOP_UPS[size] ?? 0n,
        gift: GIFTS[size] ?? 0n,
        channel: channelOf(index + turn, next(3)),
      }
    })
    return {
      memberId: newId(),
      code,
      name: `${FAMILY[next(FAMILY.length)] ?? ''}${GIVEN[next(GIVEN.length)] ?? ''}`,
      phone: `154${String(10_000_000 + index * 13_577 + next(9_000)).padStart(8, '0')}`,
      origin: SOURCES[index % SOURCES.length] ?? 'app',
      rfid: index % 3 === 0 ? `04${hex(12)}` : null,
      appTag: `A${hex(15)}`,
      canCharge: !blocked && !expired,
      blocked,
      expired,
      topUps,
      creditLimit: index % 10 === 5 ? 10_000n : 0n,
    }
  })
}

/**
 * Creates drivers of the demo with tags, the same every time apart from their ids. Some are blocked or expired. Returns those
 * created, with the money they have paid in, for payments to book; a tenant with members gets none.
 */
export async function prepareDemoMembers(
  tx: Tx,
  { tenantId, count = 60, now }: DemoMembersOptions,
): Promise<DemoMember[]> {
  const existing = await tx.query('select 1 from members_member where tenant_id = $1 limit 1', [tenantId])
  if (existing.length) return []
  const drawn = draw(await nextCodes(tx, tenantId, count))
  await insertMembers(tx, tenantId, drawn, now)
  await insertTags(
    tx,
    drawn.flatMap(({ memberId, rfid, appTag, expired }): NewTag[] => {
      const expiresAt = expired ? now - 3 * DAY_MS : null
      const app: NewTag = { tenantId, memberId, tag: appTag, kind: 'app', expiresAt }
      return rfid ? [{ tenantId, memberId, tag: rfid, kind: 'rfid', expiresAt }, app] : [app]
    }),
  )
  return drawn.map(({ memberId, code, name, rfid, appTag, canCharge, topUps }) => ({
    memberId,
    code,
    name,
    rfid,
    appTag,
    canCharge,
    topUps: topUps
      .map(({ daysAgo, principal, gift, channel }) => ({
        at: now - daysAgo * DAY_MS,
        principal: fen(principal),
        gift: fen(gift),
        channel,
      }))
      .toSorted((a, b) => a.at - b.at),
  }))
}

async function insertMembers(tx: Tx, tenantId: string, drawn: readonly Drawn[], now: number): Promise<void> {
  await tx.execute(
    `insert into members_member (tenant_id, id, code, name, phone, status, blocked_reason, origin, credit_limit_fen, search_text, created_at)
     select $1, id, code, name, phone, status, reason, origin, credit, search, at::timestamptz
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[], $11::text[])
       as f(id, code, name, phone, status, reason, origin, credit, search, at)`,
    [
      tenantId,
      drawn.map(one => one.memberId),
      drawn.map(one => one.code),
      drawn.map(one => one.name),
      drawn.map(one => one.phone),
      drawn.map(one => (one.blocked ? 'blocked' : 'active')),
      drawn.map(one => (one.blocked ? 'unpaid' : null)),
      drawn.map(one => one.origin),
      drawn.map(one => String(one.creditLimit)),
      drawn.map(one => searchText(member, { code: one.code, name: one.name })),
      drawn.map((_, index) => new Date(now - (31 + (index % 60)) * DAY_MS).toISOString()),
    ],
  )
}
