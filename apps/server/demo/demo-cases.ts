import { chargingForMembers } from '@wattyard/charging/server'
import { deriveFlags } from '@wattyard/members/server'
import { paymentsForMembers } from '@wattyard/payments/server'
import { addDays, businessDayOf } from '@wattyard/time'
import type { Ask, Workplace } from './demo-close.ts'

interface Named {
  readonly id: string
  readonly code: string
}

/** Days that a freeze of the demo lasts. */
const FREEZE_DAYS = 30

/**
 * Leaves cases of members, by the console's own calls: money on hold for a dispute and for a court, two corrections, tags, and several
 * top-ups of one day near the limit of one, which a rule finds. Members are those in the middle of the list, so that the cases of orders stay
 * apart.
 */
export async function leaveCases(ask: Ask, channel: string): Promise<void> {
  const { list } = (await ask('/api/member/member/list', { pageSize: 60, sort: 'createdAt' })) as {
    list: readonly Named[]
  } // the list's declared answer
  const [disputed, ordered, sorry, wrong, often, fleet] = list.slice(20)
  if (!disputed || !ordered || !sorry || !wrong || !often || !fleet) return
  const until = addDays(businessDayOf(Date.now(), 'Asia/Shanghai'), FREEZE_DAYS)
  await ask('/api/member/member/freeze', {
    id: disputed.id,
    amount: '50',
    cause: 'dispute',
    until,
    reason: '车主对 11 月充电订单有争议，核实期间冻结',
  })
  await ask('/api/member/member/freeze', { id: ordered.id, cause: 'court', until, reason: '法院协助执行通知书' })
  await ask('/api/member/member/adjustUp', {
    id: sorry.id,
    cause: 'goodwill',
    amount: '20',
    evidence: '客服工单 2026-1107',
    reason: '充电桩故障补偿',
  })
  await ask('/api/member/member/adjustDown', {
    id: wrong.id,
    cause: 'wrongCredit',
    amount: '15',
    evidence: '银行回单 88120377',
    reason: '他人转账误入账',
  })
  for (const turn of [1, 2, 3])
    await ask('/api/member/member/topUp', {
      id: often.id,
      principal: String(900 + turn * 20),
      gift: '0',
      channel,
      receipt: `转账 7710${turn}`,
    })
  await ask('/api/member/member/save', { id: fleet.id, groups: ['fleet', 'regular'] })
}

/** Looks for risks at once, as the job does every hour, so that the first visitor finds them. */
export async function flagDemo({ db, tenantId }: Workplace): Promise<void> {
  const ports = { ...paymentsForMembers, ...chargingForMembers }
  await db.tenant(tenantId, tx => deriveFlags(tx, ports, tenantId, Date.now()))
}
