import { formatFen, ZERO_FEN } from '@wattyard/money'
import {
  type Call,
  countTakenQuestion,
  invalid,
  Refusal,
  type SecondPersonRule,
  serveResource,
  type ServedResource,
  type Tx,
  shownTo,
  col,
} from '@wattyard/server-kit'
import { type CommandInput, type RowOf } from '@wattyard/resource'
import { journalsOf } from '@wattyard/ledger/server'
import { member, receiptNumber } from '../contract/index.ts'
import { aboutCredit, aboutMember, aboutRefund } from './about-member.ts'
import { ADJUST_RULES_OF_TWO, adjustWallet } from './cases/adjust-wallet.ts'
import { anonymiseMember } from './cases/anonymise-member.ts'
import { freezeMember } from './cases/freeze-money.ts'
import { lockBoth, mergeMembers, mergeRule } from './cases/merge-members.ts'
import { insertTags, newAppTag } from './issue-tags.ts'
import { flaggedMembers, memberHints, membersByCard } from './member-choices.ts'
import { nothingToTopUp } from './move-wallet-money.ts'
import type { MembersPorts } from './ports.ts'
import { addMoney, walletBeside } from './wallet-beside.ts'
import { openWallets, walletsOf } from './wallets.ts'

/** Returns new member numbers, M and eight digits, counted per tenant under a lock so that none repeats. */
export async function nextCodes(tx: Tx, tenantId: string, count: number): Promise<string[]> {
  await tx.execute('select pg_advisory_xact_lock(771470, hashtext($1::uuid::text))', [tenantId])
  const [row] = await tx.query(
    { last: col.integer },
    `select coalesce(max(substring(code from 2)::int), 0) as last from members_member where tenant_id = $1 and code ~ '^M[0-9]{8}$'`,
    [tenantId],
  )
  return Array.from({ length: count }, (_, i) => `M${String((row?.last ?? 0) + i + 1).padStart(8, '0')}`)
}

type Commands = (typeof member)['commands']
type MemberRow = RowOf<typeof member>
type Input<N extends keyof Commands> = CommandInput<typeof member, N>

const only = (rows: readonly MemberRow[]): MemberRow => {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/** Returns the handler of top-ups. The journal, its payment and its lot are written together by the module of payments. */
const topUp =
  ({ recordTopUp }: MembersPorts) =>
  async (call: Call, rows: readonly MemberRow[], { channel, receipt, reason, ...amounts }: Input<'topUp'>) => {
    const memberId = only(rows).id
    const asked = { ...amounts, memberId, channelId: channel, receipt: receipt ?? null, reason: reason ?? null }
    const { journalId, paidDebt } = await recordTopUp(call, asked)
    return { journalId, paidDebt: formatFen(paidDebt) }
  }

/** Returns the handler of refunds in one step: asked for and granted, with its lots and its parts, by the module of payments. */
const refundWallet =
  ({ refundMember }: MembersPorts) =>
  (call: Call, rows: readonly MemberRow[], { amount, reason }: Input<'refundWallet'>) =>
    refundMember(call, { memberId: only(rows).id, amount, reason })

async function setStatus(
  { tx }: Call,
  rows: readonly MemberRow[],
  status: 'active' | 'blocked',
  reason: string | null,
) {
  const changed = await tx.execute(
    `update members_member set status = $3, blocked_reason = $4, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenantId, rows.map(row => row.id), status, reason],
  )
  return { changed }
}

async function changePhone(call: Call, rows: readonly MemberRow[], input: Input<'changePhone'>) {
  const { tx, caller } = call
  const { id, code, name } = only(rows)
  await checkPhoneFree(call, input.phone, id)
  await tx.execute(
    `update members_member set phone = $3, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, input.phone],
  )
  return { code, name: shownTo(caller, 'name', name), phone: shownTo(caller, 'phone', input.phone) }
}

async function checkPhoneFree({ tx, caller }: Call, phone: string, id: string): Promise<void> {
  countTakenQuestion(caller, member, { phone })
  const [taken] = await tx.query(
    { code: col.text },
    'select code from members_member where tenant_id = $1 and phone = $2 and id <> $3',
    [tx.tenantId, phone, id],
  )
  if (!taken) return
  // Whose it is may know who sees telephone numbers; others would learn whom a number belongs to.
  const seesPhones = shownTo(caller, 'phone', phone) === phone
  throw invalid({
    phone: seesPhones
      ? { key: 'members.field.phoneTaken', params: { code: taken.code } }
      : { key: 'kernel.field.taken' },
  })
}

/**
 * Refuses to delete a member with journals, money or orders. Running orders and those that need a decision will be the member's
 * bill, although no journal exists yet. Otherwise it deletes the member's tags.
 * @throws Refusal `members.hasOrders`, `members.hasWallet`
 */
async function refuseWithHistory(
  { tx, caller }: Call,
  { id, name }: Readonly<MemberRow>,
  ports: MembersPorts,
): Promise<void> {
  const said = shownTo(caller, 'name', name)
  if ((await ports.membersWithOrders(tx, [id])).has(id))
    throw new Refusal('members.hasOrders', { params: { name: said } })
  const wallet = (await walletsOf(tx, [{ tenantId: caller.tenantId, memberId: id }])).get(id)
  const hasMoney = wallet && Object.values(wallet).some(amount => amount !== ZERO_FEN)
  const journals = await journalsOf(tx, { tenantId: caller.tenantId, type: 'members.member', id })
  const hasPaid = (await ports.membersWithPayments(tx, [id])).has(id)
  if (hasMoney || hasPaid || journals.length) throw new Refusal('members.hasWallet', { params: { name: said } })
  await tx.execute('delete from members_tag where tenant_id = $1 and member_id = $2', [caller.tenantId, id])
}

/**
 * Default limit in fen, 200.00: amount that one person may take out of or give to a wallet without a second person (trust R-26).
 */
const FROM_FEN = 20_000n

/**
 * Second-person rules: from a limit on, money leaving a wallet, bonus money and credit need a second person. Paid-in money can be
 * checked against a channel or the bank, so it does not count towards these limits but has larger ones of its own; cash needs a
 * receipt number or a second person.
 */
const fourEyes = (ports: MembersPorts): { readonly [N in keyof Commands]?: SecondPersonRule<typeof member, N> } => ({
  refundWallet: {
    from_fen: FROM_FEN,
    side: 'gives',
    about: aboutRefund(ports),
    restsOn: ['status'],
    async weigh({ tx, caller }, row, input) {
      await ports.costOfRefund(tx, caller.tenantId, row.id, input.amount)
      return { moves_fen: input.amount, party: row.id }
    },
  },
  setCredit: {
    from_fen: FROM_FEN,
    side: 'gives',
    about: aboutCredit,
    restsOn: ['status', 'credit_limit_fen'],
    weigh(_call, row, input) {
      const limit = input.creditLimit
      // The whole limit is weighed, not the raise, so that small raises do not evade the rule.
      const raised = limit - row.credit_limit_fen
      return raised <= 0n ? null : { moves_fen: raised, weighs_fen: limit, counts_fen: raised, party: row.id }
    },
  },
  topUp: {
    from_fen: FROM_FEN,
    side: 'gives',
    about: aboutMember,
    restsOn: ['status'],
    async weigh({ tx, caller }, { id }, input) {
      const { principal, gift } = input
      // The receipt is the only evidence of cash: without one the payment cannot be checked later.
      const receipt = input.receipt ? receiptNumber(input.receipt) : ''
      const always = principal > 0n && receipt === '' && (await ports.takesCash(tx, caller.tenantId, input.channel))
      if (principal < 0n || gift < 0n || principal + gift === 0n) throw nothingToTopUp()
      const moves_fen = principal + gift
      return { moves_fen, weighs_fen: gift, counts_fen: gift, paidIn_fen: principal, party: id, always }
    },
  },
})

/** Sets the credit limit of a member. */
async function setCredit({ tx }: Call, rows: readonly MemberRow[], input: Input<'setCredit'>) {
  const { id } = only(rows)
  const limit = input.creditLimit
  await tx.execute(
    `update members_member set credit_limit_fen = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, limit],
  )
  return { creditLimit: formatFen(limit) }
}

export function serveMember(ports: MembersPorts): ServedResource {
  return serveResource(member, {
    commands: {
      topUp: topUp(ports),
      refundWallet: refundWallet(ports),
      changePhone,
      setCredit,
      freeze: (call, rows, input) => freezeMember(call, only(rows).id, input),
      adjustUp: (call, rows, input) => adjustWallet(call, ports, only(rows).id, { direction: 'up', ...input }),
      adjustDown: (call, rows, input) => adjustWallet(call, ports, only(rows).id, { direction: 'down', ...input }),
      merge: (call, rows, input) => mergeMembers(call, ports, only(rows), input),
      anonymise: (call, rows) => anonymiseMember(call, ports, only(rows)),
      block: (call, rows, input) => setStatus(call, rows, 'blocked', input.reason),
      unblock: (call, rows) => setStatus(call, rows, 'active', null),
    },
    secondPerson: { ...fourEyes(ports), ...ADJUST_RULES_OF_TWO, merge: mergeRule(ports) },
    // Two merges that name each other wait for one another, whichever way round.
    async lockFirst(call, ids) {
      const { into } = call.input as { readonly into?: unknown }
      if (typeof into === 'string') await lockBoth(call, [...ids, into])
    },
    allows(action, row) {
      // What a member was is kept, but nothing is done with an account that has ended.
      if (row.status === 'merged' || row.status === 'anonymised') return false
      if (action === 'block') return row.status === 'active'
      return action === 'unblock' ? row.status === 'blocked' : true
    },
    whyNot: (_action, row) =>
      row.status === 'merged' || row.status === 'anonymised' ? 'members.closedAccount' : undefined,
    async beforeSave(call, change) {
      if (change.mode === 'update') return {}
      const { id, input } = change
      if (input.phone) await checkPhoneFree(call, input.phone, id)
      const [code] = await nextCodes(call.tx, call.caller.tenantId, 1)
      return code === undefined ? {} : { code }
    },
    async afterSave({ tx, caller }, { mode, id }) {
      if (mode === 'update') return
      const { tenantId } = caller
      await openWallets(tx, [{ tenantId, memberId: id }])
      // Every member can charge with the app from the first day.
      await insertTags(tx, [{ tenantId, memberId: id, tag: newAppTag(), kind: 'app', expiresAt: null }])
    },
    beforeDelete: (call, row) => refuseWithHistory(call, row, ports),
    beside: walletBeside(ports),
    decorate: addMoney(ports),
    choiceHints: memberHints,
    choiceStates: flaggedMembers,
    findChoices: membersByCard,
  })
}
