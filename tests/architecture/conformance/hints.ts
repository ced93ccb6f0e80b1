import { aDeposit, aWallet } from '@wattyard/ledger/testing'
import { openAccounts, postJournals } from '@wattyard/ledger/server'
import { CONTRACT_ROUTES } from '@wattyard/pages'
import { anAllocation } from '@wattyard/payables/testing'
import { aChannel, aCodePayment, aPayingMember } from '@wattyard/payments/testing'
import { col, newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { aCase, aFlag, aMerge } from './cases-of-members.ts'
import type { Records } from './records.ts'
import { SENTINELS } from './sentinels.ts'

/** What a sample of one resource has to respect besides its field kinds. */
export interface Hint {
  /** The rule, in a line. */
  why: string
  /** Wire values that a sample must have. */
  fields?: Readonly<Record<string, unknown>> | ((records: Records) => Promise<Readonly<Record<string, unknown>>>)
  /** Makes the record by its module's own door, where rows are no use on their own. Gives its id. */
  make?: (records: Records) => Promise<string>
  /** Fields that come back changed on purpose. */
  changed?: readonly string[]
  /** Values of columns that the definition does not speak of, where a filler of their type is not enough. */
  columns?: Readonly<Record<string, unknown>>
}

async function askedRefund({ as, world }: Records): Promise<string> {
  const { memberId } = await world.db.tenant(as.tenantId, tx => aPayingMember(tx, as.tenantId, { principal: 100n }))
  const asked = { member: memberId, amount: '1', cause: 'consumer', reason: '不再使用' }
  const second = callerWith({ tenantId: as.tenantId })
  const { data } = await world.server.call('/api/wallet/refundBill/ask', asked, { as: second, key: newId() })
  return data.id
}

const NOTICE_TEXT = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '停电' }] }] }
let counted = 0
/** Tenants with a part of a refund that names the sentinel as its payee. */
const withPayee = new Set<string>()
const numbered = (word: string): string => `${word}${++counted}`
const PAGES_TO_MOVE = CONTRACT_ROUTES.flatMap(({ path, meta }) => (meta.group === 'znyx' ? [path] : []))

const MAPPING_RULES = {
  encoding: 'utf-8',
  layout: { kind: 'delimited', delimiter: ',', quote: '"' },
  skipLines: 0,
  hasHead: true,
  needsTrailer: false,
  sign: { kind: 'signed' },
  unit: 'major',
  decimalComma: false,
  dateFormats: ['YYYY-MM-DD'],
  currency: 'CNY',
  columns: { date: '日期', amount: '金额' },
}

export const HINTS: Readonly<Record<string, Hint>> = {
  'identity.tenant': { why: 'a tenant has one row, its own', make: async ({ as }) => as.tenantId },
  'identity.office': {
    why: 'stations belong to operators, which have no office above; who leads is somebody else than a deputy',
    fields: { kind: 'operator', parent: null, head: null, deputyIds: [], status: 'active' },
  },
  'identity.role': { why: 'permissions are those that exist', fields: { permissions: ['assets.station:read'] } },
  'identity.user': {
    why: 'guests and investors are made elsewhere; roles of other people are granted by those who have them; a duty is of the own office',
    fields: { userType: 'staff', status: 'active', duty: null },
  },
  'assets.mapPack': {
    why: 'what is shown has a file; the number of an approval has the form that the authority gives it',
    fields: { inUse: false, approvalNumber: 'GS(2024)0650号' },
  },
  'platform.approval': {
    why: 'nobody decides on what they asked for themselves',
    fields: { state: 'waiting', decider: null },
  },
  'platform.schedule': {
    why: 'times can be read; nothing is due while a job is paused or gone',
    fields: { cron: '40 3 * * *', zone: 'Asia/Shanghai', state: 'active' },
  },
  'platform.scheduleRun': { why: 'a job runs once at a time', fields: { outcome: 'done' } },
  'notifications.rule': {
    why: 'a rule is for a kind that exists, by some way, with both ends of its quiet hours',
    fields: { kind: 'gateway.pileOffline', channels: ['console'], quietFrom: '22:00', quietTo: '07:00' },
  },
  'notifications.delivery': { why: 'what waits can be cancelled', fields: { state: 'waiting', attempts: 1 } },
  'notifications.notice': {
    why: 'a text is of the shapes that a notice may have; it ends after it begins',
    fields: { body: NOTICE_TEXT, bodyEn: null, bodyEs: NOTICE_TEXT, starts: null, ends: null, state: 'draft' },
  },
  'platform.dictEntry': {
    why: 'entries are of a dictionary that exists; no word is there twice, none has a comma; colours and icons are known ones',
    fields: async () => {
      const [wordZh, wordEn, wordEs] = [numbered('词'), numbered('word '), numbered('palabra ')]
      return { dictionary: 'assets.stationTag', wordZh, wordEn, wordEs, colour: '#7e22ce', icon: 'star' }
    },
  },
  'platform.menuEntry': {
    why: 'changes are of pages that exist, below groups that exist; no title is there twice, only links have an address',
    fields: async () => {
      const page = PAGES_TO_MOVE[++counted % PAGES_TO_MOVE.length]
      const [titleZh, titleEn, titleEs] = [numbered('菜单'), numbered('Entry '), numbered('Entrada ')]
      return { key: page, menuGroup: 'cwfx', icon: 'star', link: null, titleZh, titleEn, titleEs }
    },
  },
  'assets.station': { why: 'a station with hours of its own is not open all day', fields: { openAllDay: false } },
  'assets.pile': {
    why: 'one to sixteen connectors; an identity has the characters that OCPP gives it',
    fields: async () => ({ connectorCount: 2, connectorsPerEvse: 2, identity: numbered('CP*=+@|-') }),
  },
  'assets.model': {
    why: 'the lowest voltage is below the highest; a pile has connectors, a meter has none',
    fields: { connectorCount: 2, connectorsPerEvse: 2, minVoltage: '200', maxVoltage: '1000', protocol: 'ocpp16' },
  },
  'assets.manufacturer': { why: 'countries have two capital letters', fields: { country: 'CN' } },
  'assets.deviceType': { why: 'further fields have a shape', fields: { attributes: [] } },
  'assets.connector': { why: 'a pile makes connectors 1 and 2 itself', fields: { number: 3 } },
  'pricing.version': {
    why: 'a draft has no price snapshot and no time',
    fields: { state: 'draft', validFrom: null, validTo: null, hash: null, publishedAt: null },
  },
  'pricing.assignment': {
    why: 'one level at a time',
    fields: { level: 'station', pile: null, connector: null, connectorNumber: null },
  },
  'gateway.pointMap': {
    why: 'a draft has no day of publication; its rows have a shape',
    fields: { state: 'draft', protocol: 'modbusTcp', publishedAt: null },
    columns: { points: '[]' },
  },
  'gateway.pointSource': {
    why: 'it has an address and a period that can be kept, and a model that can be asked',
    async fields(records) {
      const { as, world } = records
      const meter = {
        code: `METER-${newId().slice(-12)}`,
        name: 'Meter',
        manufacturer: await records.target('assets.manufacturer'),
        protocol: 'modbusTcp',
      }
      const { data } = await world.server.call('/api/basedata/model/save', meter, { as })
      return { model: data.id, host: 'meter-1.example', port: 502, unit: 1, period: 60, meterAddress: '202611220001' }
    },
  },
  'gateway.credential': { why: 'networks are CIDR ranges', fields: { networks: ['10.0.0.0/8'] } },
  'companies.company': {
    why: 'a tax number is of its country; one of our operators is of that kind; a licence ends after it begins',
    fields: async () => ({
      kinds: ['operator', 'supplier'],
      country: 'US',
      taxNumber: numbered('TAX100'),
      licenceFrom: '2020-01-01',
      licenceUntil: '2030-12-31',
      state: 'active',
      suspendedReason: null,
    }),
  },
  'companies.bankAccount': {
    why: 'the number is of its country and leaves the server masked; what is new is confirmed by nobody yet',
    fields: async () => ({
      country: 'US',
      number: numbered('ACC100'),
      replaces: null,
      state: 'entered',
      preferred: false,
      confirmedBy: null,
      confirmedAt: null,
    }),
  },
  'companies.contact': { why: 'whoever is sent something has an address', fields: { email: 'someone@example.com' } },
  'members.member': {
    why: 'the phone leaves the server masked, and is that of one member',
    changed: ['phone'],
    fields: async () => ({ phone: `138${String(10_000_000 + counted++)}` }),
  },
  'members.freeze': {
    why: 'a freeze exists with its hold only',
    make: records =>
      aCase(records, 'freeze', { amount: '1', cause: 'court', until: '2099-01-01', reason: '核查' }, 'freeze'),
  },
  'members.adjustment': {
    why: 'a correction exists with its journal only',
    make: records =>
      aCase(records, 'adjustUp', { cause: 'goodwill', amount: '1', evidence: '工单', reason: '补偿' }, 'adjustment'),
  },
  'members.merge': { why: 'a merge exists with two accounts, one of which has ended', make: aMerge },
  'members.flag': { why: 'a flag is found by a rule', make: aFlag },
  'ledger.account': {
    why: 'accounts are opened, their sums come from postings',
    async make({ as, world }) {
      const opened = await world.db.tenant(as.tenantId, tx =>
        openAccounts(tx, [{ tenantId: as.tenantId, code: 'wallet_principal', ownerType: 'member', ownerId: newId() }]),
      )
      if (!opened[0]) throw new Error('no account was opened')
      return opened[0].id
    },
  },
  'ledger.journal': {
    why: 'a journal exists with its postings only',
    async make({ as, world }) {
      const [result] = await world.db.tenant(as.tenantId, async tx =>
        postJournals(tx, [aDeposit(await aWallet(tx, as.tenantId), 100n)]),
      )
      if (result?.outcome !== 'posted') throw new Error(`nothing was posted: ${JSON.stringify(result)}`)
      return result.journalId
    },
  },
  'payments.channel': {
    why: 'a merchant belongs to a channel that is asked, which cannot be opened without keys',
    fields: { kind: 'cash', merchantNo: null, appNo: null, accountNo: null, settlesTo: null, settles: null },
  },
  'payments.payment': {
    why: 'a payment exists with its journal and its lot only',
    async make({ as, world }) {
      return world.db.tenant(as.tenantId, async tx => {
        const { memberId } = await aPayingMember(tx, as.tenantId, { principal: 100n })
        const [made] = await tx.query(
          { id: col.uuid },
          'select id from payments_payment where tenant_id = $1 and member_id = $2',
          [as.tenantId, memberId],
        )
        if (!made) throw new Error('nothing was paid')
        return made.id
      })
    },
  },
  'payments.codePayment': {
    why: 'a payment that is paid exists with its top-up only',
    make: ({ as, world }) => world.db.tenant(as.tenantId, tx => aCodePayment(tx, as.tenantId)),
  },
  'payments.refund': { why: 'a refund exists with its hold and its lots only', make: askedRefund },
  'payables.document': {
    why: 'what is owed has a purpose and no channel; it is due after its day and holds less VAT than its amount',
    fields: {
      kind: 'payable',
      amount: '113.00',
      tax: '13.00',
      purpose: 'rent',
      issued: '2026-01-01',
      due: '2026-02-01',
      channel: null,
      account: null,
      receipt: null,
    },
  },
  'payables.allocation': {
    why: 'an amount that is set off exists with its documents and its journal only',
    make: ({ as, world }) => world.db.tenant(as.tenantId, tx => anAllocation(tx, as.tenantId)),
  },
  'reconciliation.mapping': {
    why: 'rules are a description that can read something; a channel has files of that kind; one edition replaces another once',
    fields: { rules: MAPPING_RULES, channel: null, replaces: null },
  },
  'payables.statement': {
    why: 'it is prepared by its command alone, for days that are over',
    async make(records) {
      const input = {
        company: await records.target('companies.company'),
        firstDay: '2026-01-01',
        lastDay: '2026-01-31',
      }
      const answer = await records.world.server.call('/api/payables/statement/prepare', input, {
        as: records.as,
        key: newId(),
      })
      return answer.data.id
    },
  },
  'reconciliation.file': {
    why: 'a cash desk makes no files; a description is chosen where the format is none that is known',
    fields: async ({ as, world }) => ({
      mapping: null,
      channel: await world.db.tenant(as.tenantId, tx => aChannel(tx, as.tenantId)),
    }),
  },
  'reconciliation.row': {
    why: 'rows of a file that turns out to be none are taken away with what was read of it',
    async fields({ as, world }) {
      const id = newId()
      await world.db.tenant(as.tenantId, async tx => {
        const channelId = await aChannel(tx, as.tenantId)
        await tx.execute(
          `insert into reconciliation_file (tenant_id, id, channel_id, format, content_file_id, name, state, first_day, last_day, digest, actor, family)
           values ($1, $2, $3, 'mt940', $2, 'bill.sta', 'sound', '2026-11-20', '2026-11-20', $4, 'test', 'account')`,
          [as.tenantId, id, channelId, id.replaceAll('-', '')],
        )
      })
      return { file: id }
    },
  },
  'reconciliation.outcome': {
    why: 'an ending has all of its columns or none',
    async make({ as, world }) {
      const id = newId()
      await world.db.tenant(as.tenantId, async tx => {
        const channelId = await aChannel(tx, as.tenantId)
        await tx.execute(
          `insert into reconciliation_outcome (tenant_id, id, channel_id, run_id, day, standing, result, kind, key, told_fen, delta_fen, is_across, note, party)
           values ($1, $2, $3, $2, '2026-11-20', 'difference', 'surplus', 'channelOnly', $4, 100, 100, false, $4, $4)`,
          [as.tenantId, id, channelId, numbered('4200')],
        )
      })
      return id
    },
  },
  'payments.refundPart': {
    why: 'a part exists with its refund only',
    async make(records) {
      const { as, world } = records
      const [first, second] = [callerWith({ tenantId: as.tenantId }), callerWith({ tenantId: as.tenantId })]
      const call = async (path: string, input: Record<string, unknown>, who = first) =>
        (await world.server.call(path, input, { as: who, key: newId() })).data
      const refund = await askedRefund(records)
      await call('/api/wallet/refundBill/approve', { id: refund })
      const newest = async () =>
        (await call('/api/payments/refundPart/list', { filter: { refund }, sort: '-createdAt' })).list[0]
      // The part of another payee has everything that a part can have before it is paid.
      const { id, channel } = await newest()
      // One of them alone: it is looked up by the whole, and must be the only one.
      const isFirst = !withPayee.has(as.tenantId)
      withPayee.add(as.tenantId)
      const payee = isFirst ? SENTINELS.name : numbered('收款人')
      const account = isFirst ? SENTINELS.card : numbered('62220000')
      const other = { channel, payee, account, reason: '继承人' }
      const asked = await call('/api/payments/refundPart/reroute', { id, ...other })
      await call('/api/platform/approval/approve', { id: asked.approval }, second)
      return (await newest()).id
    },
  },
  'charging.order': {
    why: 'the total is electricity and service less the discount; what is settled is paid or owed',
    fields: {
      state: 'charging',
      electricity: '1.00',
      service: '0.50',
      discount: '0.25',
      total: '1.25',
      refunded: '0.00',
      endedAt: null,
      settledAt: null,
    },
  },
  'charging.importedSession': {
    why: 'a session ends after it began; its price is text with nine decimals',
    fields: {
      startedAt: Date.UTC(2024, 0, 1),
      endedAt: Date.UTC(2024, 0, 1, 1),
      price: '1.000000000',
      currency: 'EUR',
    },
  },
  'finance.dayClose': {
    why: 'a rejected proposal has no place in the chain of closings and follows none; its gate and parts have a shape',
    fields: {
      kind: 'close',
      state: 'rejected',
      seq: null,
      replaces: null,
      sealedAt: null,
      gate: [],
      carried: [],
      trialBalance: [],
      parts: {},
    },
  },
  'finance.monthClose': {
    why: 'a rejected proposal needs no root; its gate and balances have a shape',
    fields: { month: '2026-11', state: 'rejected', gate: [], carried: [], trialBalance: [] },
  },
}
