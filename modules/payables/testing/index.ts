import { aCompany } from '@wattyard/companies/testing'
import { fen } from '@wattyard/money'
import type { Tx } from '@wattyard/server-kit'
import { ledgerModule } from '@wattyard/ledger/server'
import { companiesModule } from '@wattyard/companies/server'
import { membersModule } from '@wattyard/members/server'
import { quietMembersPorts } from '@wattyard/members/testing'
import { paymentsForMembers, paymentsModule } from '@wattyard/payments/server'
import { paymentsWorld } from '@wattyard/payments/testing'
import { platformModule } from '@wattyard/platform/server'
import { testServerOver, type TestServer } from '@wattyard/testing'
import { businessDay, businessDayOf, type Clock } from '@wattyard/time'
import { allocate } from '../server/allocations/allocate.ts'
import {
  companiesWithDocuments,
  DOCUMENT_CHECKS,
  followPayablesReversals,
  payablesModule,
  recordDocument,
} from '../server/index.ts'

/** Starts payables with the modules that they need, put together as the product does. */
export async function payablesServer(clock: Clock): Promise<TestServer> {
  return testServerOver(db => [
    platformModule,
    ledgerModule({
      dayOf: async (_tx, _tenant, at) => businessDayOf(at, 'Asia/Shanghai'),
      followers: [followPayablesReversals],
      checks: DOCUMENT_CHECKS,
    }),
    companiesModule({ companiesInUse: companiesWithDocuments, now: () => clock.now() }),
    membersModule(quietMembersPorts(paymentsForMembers)),
    paymentsModule(paymentsWorld(db)),
    payablesModule({ clock }),
  ])
}

let made = 0

/** Books a document of a company, of 100.00 unless another amount in fen is given; returns its id. */
export async function aDocument(
  tx: Tx,
  tenantId: string,
  { kind, companyId, amount = 10_000n }: { kind: 'receivable' | 'payable'; companyId: string; amount?: bigint },
): Promise<string> {
  const { id } = await recordDocument(
    tx,
    { tenantId, actor: 'test', now: Date.now() },
    {
      kind,
      companyId,
      source: { type: 'test.record', id: `${++made}-${companyId}` },
      amount: fen(amount),
      tax: fen(0n),
      purpose: 'other',
      subject: '测试',
      issued: businessDay('2026-11-01'),
    },
  )
  return id
}

/** Sets two documents of a new company off against each other; returns the id of the allocation. */
export async function anAllocation(tx: Tx, tenantId: string): Promise<string> {
  const companyId = await aCompany(tx, tenantId)
  const debit = await aDocument(tx, tenantId, { kind: 'receivable', companyId })
  const credit = await aDocument(tx, tenantId, { kind: 'payable', companyId })
  const deed = { tenantId, actor: 'test', now: Date.now() }
  const [id] = await allocate(tx, deed, companyId, [{ debit, credit, amount: fen(2_500n) }])
  if (!id) throw new Error('nothing was set off')
  return id
}
