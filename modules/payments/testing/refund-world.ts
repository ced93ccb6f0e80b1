import { aTenant } from '@wattyard/identity/testing'
import { openAccounts, postJournals, verifyLedger } from '@wattyard/ledger/server'
import { MEMBER_CHECKS, payFromWallets, walletsOf } from '@wattyard/members/server'
import { anEntry, aPayment } from '@wattyard/members/testing'
import { fen } from '@wattyard/money'
import { type Caller, col, newId, type Tx } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import { businessDayOf } from '@wattyard/time'
import type { ChannelKind } from '../contract/index.ts'
import { LOT_CHECKS, recordPayment } from '../server/index.ts'
import { aChannel, aPayingMember } from './index.ts'

const DAY_MS = 86_400_000

/** A company with three channels and two people, and everything that they do with refunds. */
export class RefundWorld {
  readonly server: TestServer
  readonly tenantId: string
  readonly ann: Caller
  readonly bob: Caller
  /** Ids by kind. */
  readonly channels: Readonly<Record<Exclude<ChannelKind, 'alipay'>, string>>

  private constructor(server: TestServer, tenantId: string, channels: RefundWorld['channels']) {
    this.server = server
    this.tenantId = tenantId
    this.channels = channels
    this.ann = callerWith({ tenantId, displayName: 'Ann' })
    this.bob = callerWith({ tenantId, displayName: 'Bob' })
  }

  static async of(server: TestServer): Promise<RefundWorld> {
    const { tenantId } = await aTenant(server.db)
    const channels = await server.db.tenant(tenantId, async tx => ({
      bank: await aChannel(tx, tenantId, 'bank', '招商银行'),
      cash: await aChannel(tx, tenantId, 'cash', '前台'),
      wechat: await aChannel(tx, tenantId, 'wechat', '微信'),
    }))
    return new RefundWorld(server, tenantId, channels)
  }

  in<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.server.db.tenant(this.tenantId, work)
  }

  call(path: string, input: Record<string, unknown>, as: Caller = this.ann, key: string = newId()) {
    return this.server.call(path, input, { as, language: 'en', key })
  }

  read(path: string, input: Record<string, unknown>, as: Caller = this.ann) {
    return this.server.call(path, input, { as, language: 'en', method: 'GET' })
  }

  ask(member: string, amount: string, more: Record<string, unknown> = {}, as = this.ann, key?: string) {
    return this.call(
      '/api/wallet/refundBill/ask',
      { member, amount, cause: 'consumer', reason: '不再使用', ...more },
      as,
      key,
    )
  }

  decide(what: 'approve' | 'reject' | 'withdraw', id: string, as = this.bob) {
    return this.call(`/api/wallet/refundBill/${what}`, { id, ...(what === 'reject' ? { reason: '资料不全' } : {}) }, as)
  }

  onPart(what: string, id: string, input: Record<string, unknown> = {}, as = this.ann) {
    return this.call(`/api/payments/refundPart/${what}`, { id, ...input }, as)
  }

  async partsOf(refund: string) {
    const input = { sort: 'createdAt', pageSize: 100, filter: { refund } }
    return (await this.call('/api/payments/refundPart/list', input)).data.list
  }

  async refundOf(id: string) {
    return (await this.call('/api/wallet/refundBill/get', { id })).data
  }

  async member(): Promise<string> {
    return (await this.in(tx => aPayingMember(tx, this.tenantId))).memberId
  }

  /** Pays into a wallet by the channel of a kind. */
  pay(memberId: string, principal: bigint, gift: bigint, kind: keyof RefundWorld['channels'] = 'bank', daysAgo = 0) {
    const { tenantId } = this
    const at = Date.now() - daysAgo * DAY_MS
    return this.in(tx =>
      recordPayment(tx, {
        tenantId,
        memberId,
        principal: fen(principal),
        gift: fen(gift),
        channel: { id: this.channels[kind], kind, clearing_owner: tenantId },
        receipt: null,
        requestKey: newId(),
        paidAt: at,
        bookedOn: businessDayOf(at, 'Asia/Shanghai'),
        actor: 'test',
      }),
    )
  }

  /** Puts money among the receipts without an owner, as reconciliation does with what nobody asked for. */
  arrive(amount: bigint) {
    const { tenantId } = this
    return this.in(async tx => {
      const [bank, unmatched] = await openAccounts(tx, [
        { tenantId, code: 'bank' },
        { tenantId, code: 'unmatched' },
      ])
      if (!bank || !unmatched) throw new Error('an account was not opened')
      const postings = [{ debit: bank, credit: unmatched, amount_fen: fen(amount) }]
      await postJournals(tx, [{ ...anEntry(tenantId), kind: 'collection', postings }])
    })
  }

  spend(memberId: string, principal: bigint, gift = 0n) {
    const fromAvailable = { principal: fen(principal), gift: fen(gift) }
    const order = aPayment({ tenantId: this.tenantId, memberId }, { electricity: fen(principal + gift), fromAvailable })
    return this.in(tx => payFromWallets(tx, [order]))
  }

  async walletOf(memberId: string) {
    const { tenantId } = this
    return (await this.in(tx => walletsOf(tx, [{ tenantId, memberId }]))).get(memberId)
  }

  async findings() {
    const { tenantId } = this
    return (await this.in(tx => verifyLedger(tx, { tenantId, now: 0, checks: [...LOT_CHECKS, ...MEMBER_CHECKS] })))
      .findings
  }

  /** Balance of an account of the company by its code, in fen on the credit side. */
  async credit(code: string): Promise<bigint> {
    const [row] = await this.in(tx =>
      tx.query(
        { sum: col.text },
        `select coalesce(sum(case when c.code = $2 then p.amount_fen else 0 end) - sum(case when d.code = $2 then p.amount_fen else 0 end), 0)::text as sum
         from ledger_posting p join ledger_account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
         join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id where p.tenant_id = $1`,
        [this.tenantId, code],
      ),
    )
    return BigInt(row?.sum ?? '0')
  }

  /** Changes rows past their guards, as an attacker or a fault would; `$1` is the tenant. */
  replant(statement: string): Promise<void> {
    return this.server.db.platform(async tx => {
      await tx.execute('reset role')
      await tx.execute('set local session_replication_role = replica')
      await tx.execute(statement, [this.tenantId])
    })
  }
}
