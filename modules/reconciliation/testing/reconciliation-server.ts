import { createHash } from 'node:crypto'
import { businessDayOf, type SettableClock, settableClock } from '@wattyard/time'
import { companiesModule } from '@wattyard/companies/server'
import { aTenant } from '@wattyard/identity/testing'
import { aMember } from '@wattyard/members/testing'
import { companiesWithDocuments, followPayablesReversals, payablesModule } from '@wattyard/payables/server'
import { aChannel, paymentsServer } from '@wattyard/payments/testing'
import type { TrueRow } from '@wattyard/payment-files/testing'
import type { Caller } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import { aPaidCode } from './paid-code.ts'
import { channelsWithFiles, followCompanyPayments, followReversals, reconciliationModule } from '../server/index.ts'

const ZONE = 'Asia/Shanghai'

/** A company with a channel of WeChat Pay, and what a test does with both. */
export interface ReconciliationWorldOfTest {
  readonly server: TestServer
  readonly tenantId: string
  readonly channelId: string
  readonly as: Caller
  readonly clock: SettableClock
  /** Books a payment by code that was paid; returns what the channel's bill says of it. */
  pay(
    amount: bigint,
    at: number,
    channel?: string,
    kind?: 'wechat' | 'bank',
  ): Promise<TrueRow & { readonly id: string }>
  /** Uploads a file and has it read and compared; returns its record. */
  send(name: string, content: Buffer, more?: Record<string, unknown>): Promise<Record<string, unknown> & { id: string }>
  /** Opens another channel of WeChat Pay; returns its id. */
  channel(): Promise<string>
  /** Reads what was received and compares what is due. */
  work(): Promise<void>
  outcomes(filter?: Record<string, unknown>): Promise<(Record<string, unknown> & { id: string; version: number })[]>
}

/** Starts reconciliation with the modules that it needs, put together as the product does. */
export async function reconciliationWorld(
  now = Date.parse('2026-11-21T01:00:00Z'),
): Promise<ReconciliationWorldOfTest> {
  const clock = settableClock(now)
  const dayOf = async (_tx: unknown, _tenant: string, at: number) => businessDayOf(at, ZONE)
  const tested = reconciliationModule({ clock, dayOf })
  const server = await paymentsServer({
    clock,
    followers: [followReversals, followPayablesReversals],
    channelsInUse: channelsWithFiles,
    more: [
      companiesModule({ companiesInUse: companiesWithDocuments, now: () => clock.now() }),
      payablesModule({ clock, follower: followCompanyPayments }),
      tested,
    ],
  })
  const { db } = server
  const { tenantId } = await aTenant(db)
  const as = callerWith({ tenantId })
  const { channelId, memberId } = await db.tenant(tenantId, async tx => ({
    channelId: await aChannel(tx, tenantId, 'wechat', '微信支付'),
    memberId: (await aMember(tx, tenantId)).memberId,
  }))
  const beat = tested.jobs?.find(job => job.name === 'reconciliation.work')
  if (!beat) throw new Error('reconciliation has no beat')
  const work = async () => void (await beat.run({ db, now: clock.now(), signal: new AbortController().signal }))

  async function outcomes(filter: Record<string, unknown> = {}) {
    const answer = await server.call(
      '/api/reconciliation/outcome/list',
      { page: 1, pageSize: 100, ...filter },
      { as, method: 'GET' },
    )
    if (!answer.success) throw new Error(answer.msg)
    return answer.data.list
  }

  return {
    server,
    tenantId,
    channelId,
    as,
    clock,
    work,
    outcomes,
    channel: () => db.tenant(tenantId, tx => aChannel(tx, tenantId, 'wechat', '微信支付')),
    pay: (amount, at, channel = channelId, kind = 'wechat') =>
      db.tenant(tenantId, tx => aPaidCode(tx, { tenantId, channelId: channel, memberId, amount, at, kind })),
    async send(name, content, more = {}) {
      const mark = createHash('sha256').update(content).digest('hex')
      const announced = { resource: 'reconciliation.file', field: 'content', name, bytes: content.length, mark }
      const begun = await server.call('/api/file/begin', announced, { as })
      if (!begun.success) throw new Error(begun.msg)
      const { id: stored, chunkBytes } = begun.data
      for (let at = 0; at * chunkBytes < content.length; at++)
        await server.call(
          '/api/file/chunk',
          { id: stored, chunk: at },
          { as, bytes: content.subarray(at * chunkBytes, (at + 1) * chunkBytes) },
        )
      const finished = await server.call('/api/file/finish', { id: stored }, { as })
      if (!finished.success) throw new Error(`${finished.msg} ${JSON.stringify(finished.data)}`)
      const saved = await server.call(
        '/api/reconciliation/file/save',
        { channel: channelId, content: stored, ...more },
        { as },
      )
      if (!saved.success) throw new Error(`${saved.msg} ${JSON.stringify(saved.data)}`)
      await work()
      const got = await server.call('/api/reconciliation/file/get', { id: saved.data.id }, { as })
      return got.data.record ?? got.data
    },
  }
}
