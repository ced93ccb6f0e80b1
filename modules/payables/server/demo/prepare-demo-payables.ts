import { fen } from '@wattyard/money'
import { accountingDayOf } from '@wattyard/members/server'
import { newId, searchText, type Tx } from '@wattyard/server-kit'
import { addDays } from '@wattyard/time'
import { type DocumentKind, document, isDebit, type Purpose } from '../../contract/index.ts'
import { allocate, writeOff } from '../allocations/allocate.ts'
import { confirmDocument, type Deed } from '../documents/confirm-document.ts'
import { nextNumber } from '../documents/number-documents.ts'
import { lockDocuments } from '../rows.ts'

/** One document of the demo: days before the first start, amounts in fen. */
interface DemoDocument {
  readonly key: string
  readonly company: string
  readonly kind: DocumentKind
  readonly amount: bigint
  readonly tax?: bigint
  readonly purpose?: Purpose
  readonly subject: string
  readonly theirNumber?: string
  readonly daysAgo: number
  readonly dueInDays?: number
  readonly channel?: 'bank' | 'cash'
  readonly receipt?: string
  readonly isDraft?: true
  readonly disputed?: string
}

const DOCUMENTS: readonly DemoDocument[] = [
  {
    key: 'power9',
    company: 'grid',
    kind: 'payable',
    amount: 18_642_750n,
    tax: 2_144_741n,
    purpose: 'electricity',
    subject: '九月电费',
    theirNumber: 'DF-202609-0031',
    daysAgo: 52,
    dueInDays: -30,
  },
  {
    key: 'power10',
    company: 'grid',
    kind: 'payable',
    amount: 20_118_300n,
    tax: 2_314_495n,
    purpose: 'electricity',
    subject: '十月电费',
    theirNumber: 'DF-202610-0028',
    daysAgo: 22,
    dueInDays: -2,
  },
  {
    key: 'rentQ',
    company: 'park',
    kind: 'payable',
    amount: 9_600_000n,
    tax: 792_661n,
    purpose: 'rent',
    subject: '第四季度场地租金',
    theirNumber: 'ZL-2026Q4',
    daysAgo: 35,
    dueInDays: -20,
  },
  {
    key: 'rentMall',
    company: 'mall',
    kind: 'payable',
    amount: 4_200_000n,
    tax: 346_789n,
    purpose: 'rent',
    subject: '十一月场地租金',
    daysAgo: 12,
    dueInDays: 18,
  },
  {
    key: 'piles',
    company: 'maker',
    kind: 'payable',
    amount: 36_800_000n,
    tax: 4_233_628n,
    purpose: 'equipment',
    subject: '直流桩4台',
    theirNumber: 'QH-XS-20260918',
    daysAgo: 68,
    dueInDays: -8,
  },
  {
    key: 'repair',
    company: 'maker',
    kind: 'payable',
    amount: 1_286_000n,
    tax: 37_456n,
    purpose: 'maintenance',
    subject: '龙岗站直流模块维修',
    daysAgo: 140,
    dueInDays: -105,
    disputed: '维修工时与现场记录不符',
  },
  {
    key: 'commission',
    company: 'investor',
    kind: 'payable',
    amount: 2_735_640n,
    purpose: 'commission',
    subject: '十月合作分成',
    daysAgo: 10,
    dueInDays: 10,
  },
  {
    key: 'gateway',
    company: 'spain',
    kind: 'payable',
    amount: 1_950_000n,
    purpose: 'service',
    subject: '漫游结算 2026-10',
    theirNumber: 'F2026-1184',
    daysAgo: 6,
    isDraft: true,
  },
  {
    key: 'suda9',
    company: 'fleet',
    kind: 'receivable',
    amount: 12_894_560n,
    tax: 1_483_445n,
    purpose: 'service',
    subject: '九月车队充电服务',
    daysAgo: 55,
    dueInDays: -35,
  },
  {
    key: 'suda10',
    company: 'fleet',
    kind: 'receivable',
    amount: 13_407_220n,
    tax: 1_542_424n,
    purpose: 'service',
    subject: '十月车队充电服务',
    daysAgo: 25,
    dueInDays: -4,
  },
  {
    key: 'taxi7',
    company: 'taxi',
    kind: 'receivable',
    amount: 6_548_800n,
    tax: 753_401n,
    purpose: 'service',
    subject: '七月出租车充电服务',
    daysAgo: 118,
    dueInDays: -73,
  },
  {
    key: 'taxi8',
    company: 'taxi',
    kind: 'receivable',
    amount: 7_102_450n,
    tax: 817_096n,
    purpose: 'service',
    subject: '八月出租车充电服务',
    daysAgo: 86,
    dueInDays: -41,
  },
  {
    key: 'taxi10',
    company: 'taxi',
    kind: 'receivable',
    amount: 7_866_900n,
    tax: 905_041n,
    purpose: 'service',
    subject: '十月出租车充电服务',
    daysAgo: 26,
    dueInDays: 19,
  },
  {
    key: 'mallAd',
    company: 'mall',
    kind: 'receivable',
    amount: 800_000n,
    tax: 45_283n,
    purpose: 'service',
    subject: '充电区广告位',
    daysAgo: 15,
    dueInDays: 15,
  },
  {
    key: 'gridPaid',
    company: 'grid',
    kind: 'advancePaid',
    amount: 18_642_750n,
    subject: '九月电费',
    daysAgo: 33,
    channel: 'bank',
    receipt: 'FK-20261025-07',
  },
  {
    key: 'makerPaid',
    company: 'maker',
    kind: 'advancePaid',
    amount: 11_040_000n,
    subject: '直流桩预付30%',
    daysAgo: 75,
    channel: 'bank',
    receipt: 'FK-20260913-02',
  },
  {
    key: 'worksPaid',
    company: 'works',
    kind: 'advancePaid',
    amount: 300_000n,
    subject: '材料备用金',
    daysAgo: 30,
    channel: 'cash',
    receipt: 'XJ-1028-03',
  },
  {
    key: 'sudaPaid',
    company: 'fleet',
    kind: 'advanceReceived',
    amount: 15_000_000n,
    subject: '充电服务费',
    daysAgo: 18,
    channel: 'bank',
    receipt: 'SK-20261109-11',
  },
  {
    key: 'taxiPaid',
    company: 'taxi',
    kind: 'advanceReceived',
    amount: 5_000_000n,
    subject: '部分付七月账',
    daysAgo: 60,
    channel: 'bank',
    receipt: 'SK-20260928-04',
  },
  {
    key: 'mallPaid',
    company: 'mall',
    kind: 'advanceReceived',
    amount: 240_000n,
    subject: '广告位预付',
    daysAgo: 20,
    channel: 'bank',
    receipt: 'SK-20261107-01',
  },
]

/** What settles what, in fen. */
const SETTLED: readonly (readonly [debit: string, credit: string, amount: bigint])[] = [
  ['gridPaid', 'power9', 18_642_750n],
  ['makerPaid', 'piles', 11_040_000n],
  ['suda9', 'sudaPaid', 12_894_560n],
  ['taxi7', 'taxiPaid', 5_000_000n],
  ['mallAd', 'mallPaid', 240_000n],
]

/** A rest that was given up, in fen. */
const GIVEN_UP = { key: 'taxi7', amount: 48_800n, reason: '停运车辆争议电量，双方协商减免' } as const

/** The books of the demo begin so many days before its first start; older documents open with them, so that few days are to be closed. */
const BOOKS_DAYS = 28

/** Who works with the documents of the demo. */
const CLERK = '李娜'

interface DemoPlace {
  readonly tenantId: string
  readonly now: number
  /** Companies and channels by what they are called in the demo. */
  readonly companies: ReadonlyMap<string, string>
  readonly channels: ReadonlyMap<string, { readonly id: string }>
}

async function insertDraft(tx: Tx, place: DemoPlace, one: DemoDocument): Promise<string> {
  const { tenantId, now } = place
  const today = await accountingDayOf(tx, tenantId, now)
  const issued = addDays(today, -one.daysAgo)
  const id = newId()
  const number = await nextNumber(tx, tenantId, { kind: one.kind, year: issued.slice(0, 4) })
  const isPaid = one.channel !== undefined
  await tx.execute(
    `insert into payables_document (tenant_id, id, number, kind, company_id, amount_fen, tax_fen, purpose, subject, their_number, issued, due,
       channel_id, receipt, disputed_reason, entered_by_id, search_text)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $2, $16)`,
    [
      tenantId,
      id,
      number,
      one.kind,
      place.companies.get(one.company),
      one.amount,
      one.tax ?? 0n,
      isPaid ? null : (one.purpose ?? 'other'),
      one.subject,
      one.theirNumber ?? null,
      issued,
      isPaid ? issued : addDays(today, one.dueInDays ?? 30),
      isPaid ? (place.channels.get(one.channel ?? '')?.id ?? null) : null,
      one.receipt ?? null,
      one.disputed ?? null,
      searchText(document, { number, their_number: one.theirNumber ?? null, receipt: one.receipt ?? null }),
    ],
  )
  return id
}

/** Books the demo's documents with companies: bills that are due, late and disputed, payments, and what they settle. */
export async function prepareDemoPayables(tx: Tx, place: DemoPlace): Promise<void> {
  const deed: Deed = { tenantId: place.tenantId, actor: CLERK, now: place.now }
  const begin = addDays(await accountingDayOf(tx, place.tenantId, place.now), -BOOKS_DAYS)
  const ids = new Map<string, string>()
  for (const one of DOCUMENTS.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    const id = await insertDraft(tx, place, one)
    ids.set(one.key, id)
    if (one.isDraft) continue
    const row = (await lockDocuments(tx, place.tenantId, [id])).get(id)
    if (row) await confirmDocument(tx, deed, row, { bookedOn: row.issued < begin ? begin : row.issued })
  }
  const idOf = (key: string): string => ids.get(key) ?? ''
  for (const [debit, credit, amount] of SETTLED) {
    const rows = await lockDocuments(tx, place.tenantId, [idOf(debit), idOf(credit)])
    const company = rows.get(idOf(debit))?.company_id ?? ''
    if (isDebit(rows.get(idOf(debit))?.kind ?? 'payable'))
      await allocate(tx, deed, company, [{ debit: idOf(debit), credit: idOf(credit), amount: fen(amount) }])
  }
  const rest = (await lockDocuments(tx, place.tenantId, [idOf(GIVEN_UP.key)])).get(idOf(GIVEN_UP.key))
  if (rest) await writeOff(tx, deed, rest, { amount: fen(GIVEN_UP.amount), reason: GIVEN_UP.reason })
}
