import { type Tx, col } from '@wattyard/server-kit'

/** Checks of the verifier. Each is one statement that returns the wrong rows. */
export const CHECKS = [
  'sums',
  'postings',
  'journals',
  'reversals',
  'holds',
  'held',
  'rollUp',
  'codeDays',
  'closedDays',
  'nothingRead',
] as const
export type CheckName = (typeof CHECKS)[number]

/**
 * Check of a module whose records follow the books, such as lots of top-ups. One statement that returns the wrong rows as
 * `tenant_id`, `subject` and `detail`; `$1` is the tenant, or null for all that the transaction can see.
 */
export interface BookCheck {
  /** With the module's name in front: `payments.lotsDiffer`. */
  name: `${string}.${string}`
  statement: string
}

/**
 * Piece of SQL for a `BookCheck`. Per deposit into a wallet: `tenant_id`, journal `id`, owner `member`, `principal_fen` and `gift_fen` credited, and the day
 * `reversed_on`; null when it stands.
 */
export const WALLET_DEPOSITS = `
  select j.tenant_id, j.id, min(c.owner_id) as member,
    coalesce(sum(p.amount_fen) filter (where c.code = 'wallet_principal'), 0) as principal_fen,
    coalesce(sum(p.amount_fen) filter (where c.code = 'wallet_gift'), 0) as gift_fen,
    (select r.booked_on from ledger_journal r where r.tenant_id = j.tenant_id and r.reverses_id = j.id) as reversed_on
  from ledger_journal j
  join ledger_posting p on p.tenant_id = j.tenant_id and p.journal_id = j.id
  join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id and c.code in ('wallet_principal', 'wallet_gift')
  where j.kind = 'deposit' and ($1::uuid is null or j.tenant_id = $1) group by j.tenant_id, j.id`

/** Piece of SQL for a `BookCheck`. Per member with a wallet: `tenant_id`, `member`, `principal_fen` and `gift_fen`, with money on hold. */
export const WALLET_SUMS = `
  select tenant_id, owner_id as member,
    coalesce(sum(balance_fen) filter (where code in ('wallet_principal', 'wallet_frozen')), 0) as principal_fen,
    coalesce(sum(balance_fen) filter (where code in ('wallet_gift', 'wallet_frozen_gift')), 0) as gift_fen
  from ledger_account where owner_type = 'member' and ($1::uuid is null or tenant_id = $1) group by tenant_id, owner_id`

/** Postings of journals that stand: neither reversed nor reversals. `j` is the journal, `d` and `c` are the accounts. */
const STANDING = `
  from ledger_posting p
  join ledger_journal j on j.tenant_id = p.tenant_id and j.id = p.journal_id and j.reverses_id is null
    and not exists (select from ledger_journal r where r.tenant_id = j.tenant_id and r.reverses_id = j.id)
  join ledger_account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
  join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
  where ($1::uuid is null or p.tenant_id = $1)`

const ofRevenue = (side: 'c' | 'd'): string => `${side}.code in ('electricity_revenue', 'service_revenue')`
const ofPart = (side: 'c' | 'd', codes: string): string =>
  `coalesce(sum(p.amount_fen) filter (where ${side}.code in (${codes})), 0)`
const PRINCIPAL = "'wallet_principal', 'wallet_frozen'"
const GIFT = "'wallet_gift', 'wallet_frozen_gift'"

/**
 * Piece of SQL for a `BookCheck`. Per source and member: `tenant_id`, `source_type`, `source_id`, `member`; what the member paid for the
 * source, in `principal_fen`, `gift_fen` and as debt that was not waived (`owed_fen`); and what went back, `principal_back_fen` and
 * `gift_back_fen`.
 */
export const WALLET_RETURNS = `
  select tenant_id, source_type, source_id, member, sum(principal_fen) as principal_fen, sum(gift_fen) as gift_fen, sum(owed_fen) as owed_fen,
    sum(principal_back_fen) as principal_back_fen, sum(gift_back_fen) as gift_back_fen
  from (
    select p.tenant_id, j.source_type, j.source_id, d.owner_id as member, ${ofPart('d', PRINCIPAL)} as principal_fen, ${ofPart('d', GIFT)} as gift_fen,
      ${ofPart('d', "'member_receivable'")} as owed_fen, 0 as principal_back_fen, 0 as gift_back_fen
    ${STANDING} and d.owner_type = 'member' and ${ofRevenue('c')} group by 1, 2, 3, 4
    union all
    select p.tenant_id, j.source_type, j.source_id, c.owner_id, 0, 0, -${ofPart('c', "'member_receivable'")},
      ${ofPart('c', PRINCIPAL)}, ${ofPart('c', GIFT)}
    ${STANDING} and c.owner_type = 'member' and ${ofRevenue('d')} group by 1, 2, 3, 4
  ) sides group by 1, 2, 3, 4`

/**
 * Piece of SQL for a `BookCheck`. What credits a wallet and is no deposit, no end of a hold and nothing out of revenue: `tenant_id`,
 * journal `id`, `created_at`, `member`, `amount_fen`.
 */
export const WALLET_OTHER_CREDITS = `
  select p.tenant_id, j.id, j.created_at, c.owner_id as member, sum(p.amount_fen) as amount_fen
  ${STANDING} and j.kind <> 'deposit' and c.code in ('wallet_principal', 'wallet_gift')
    and d.code not in ('wallet_frozen', 'wallet_frozen_gift') and not ${ofRevenue('d')}
  group by 1, 2, 3, 4`

/** Piece of SQL for a `BookCheck`. Per account of a company: `tenant_id`, `code`, `company` and `balance_fen` on its normal side. */
export const COMPANY_SUMS = `
  select tenant_id, code, owner_id as company, balance_fen from ledger_account
  where owner_type = 'company' and ($1::uuid is null or tenant_id = $1)`

/** Piece of SQL for a `BookCheck`. Per hold: `tenant_id`, `id`, `state`, `principal_fen` and `gift_fen`. */
export const HOLD_SUMS = `
  select tenant_id, id, state, principal_fen, gift_fen from ledger_hold where $1::uuid is null or tenant_id = $1`

/** Piece of SQL for a `BookCheck`. Per journal: `tenant_id`, `id`, its `source_type` and `source_id`, `amount_fen` and `booked_on`. */
export const JOURNAL_SUMS = `
  select tenant_id, id, source_type, source_id, amount_fen, booked_on from ledger_journal where $1::uuid is null or tenant_id = $1`

/** Piece of SQL for a `BookCheck`. Per source of journals: `tenant_id`, `source_type`, `source_id`, and `payable_fen` that its journals made payable as refunds and did not pay. */
export const REFUNDS_PAYABLE = `
  select j.tenant_id, j.source_type, j.source_id, sum(case when c.code = 'refund_payable' then p.amount_fen else -p.amount_fen end) as payable_fen
  from ledger_journal j
  join ledger_posting p on p.tenant_id = j.tenant_id and p.journal_id = j.id
  join ledger_account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
  join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
  where (d.code = 'refund_payable') <> (c.code = 'refund_payable') and ($1::uuid is null or j.tenant_id = $1)
  group by j.tenant_id, j.source_type, j.source_id`

/**
 * Piece of SQL for a `BookCheck`. Per posting out of what is payable: `tenant_id`, journal `id`, `amount_fen`, and the `code` and `owner_id` of the
 * account that it went to.
 */
export const PAYABLE_SPENT = `
  select p.tenant_id, p.journal_id as id, p.amount_fen, c.code, c.owner_id
  from ledger_posting p
  join ledger_account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id and d.code = 'refund_payable'
  join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
  where $1::uuid is null or p.tenant_id = $1`

/**
 * Piece of SQL for a `BookCheck`. Per journal that takes what a channel paid out from a member: `tenant_id`, journal `id`, the `owner_id` of the channel's
 * account, the `member`, and what was taken in `principal_fen` and as debt in `owed_fen`.
 */
export const CHARGED_BACK = `
  select p.tenant_id, p.journal_id as id, min(c.owner_id) as owner_id, min(d.owner_id) as member,
    ${ofPart('d', "'wallet_principal'")} as principal_fen, ${ofPart('d', "'member_receivable'")} as owed_fen
  from ledger_posting p
  join ledger_account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id and d.owner_type = 'member'
  join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id and c.code = 'channel_clearing'
  where $1::uuid is null or p.tenant_id = $1
  group by p.tenant_id, p.journal_id`

export interface Finding {
  check: CheckName | BookCheck['name']
  tenantId: string
  /** The account, journal, hold or day that is wrong. */
  subject: string
  detail: string
}

export interface LedgerReport {
  ok: boolean
  at: number
  /** Number of rows read. A verifier that has read nothing has proved nothing. */
  counted: { tenants: number; accounts: number; journals: number; postings: number; holds: number; rolledDays: number }
  /** At most MAX_FINDINGS per check. */
  findings: Finding[]
}

export const MAX_FINDINGS = 100
const TIMEOUT = '10min'

const SIDES = `
  select tenant_id, debit_account_id as account_id, booked_on, amount_fen as debit, 0::bigint as credit from ledger_posting
  where $1::uuid is null or tenant_id = $1
  union all
  select tenant_id, credit_account_id, booked_on, 0, amount_fen from ledger_posting
  where $1::uuid is null or tenant_id = $1`

/** One statement per check; $1 is the tenant or null for all that may be seen. */
const STATEMENTS: Readonly<Record<Exclude<CheckName, 'nothingRead'>, string>> = {
  // Running sums equal the sums of the postings (I-15).
  sums: `
    select a.tenant_id, a.id::text as subject, format('%s keeps %s / %s, its postings make %s / %s', a.code, a.debits_fen, a.credits_fen, coalesce(m.debits, 0), coalesce(m.credits, 0)) as detail
    from ledger_account a
    left join (select tenant_id, account_id, sum(debit) as debits, sum(credit) as credits from (${SIDES}) s group by 1, 2) m
      on m.tenant_id = a.tenant_id and m.account_id = a.id
    where ($1::uuid is null or a.tenant_id = $1) and a.running
      and (a.debits_fen <> coalesce(m.debits, 0) or a.credits_fen <> coalesce(m.credits, 0))`,
  // A posting has its journal and both accounts, in one tenant, currency and day (I-14).
  postings: `
    select p.tenant_id, p.journal_id::text as subject, format('line %s does not fit its journal or accounts', p.line) as detail
    from ledger_posting p
    left join ledger_journal j on j.tenant_id = p.tenant_id and j.id = p.journal_id
    left join ledger_account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
    left join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
    where ($1::uuid is null or p.tenant_id = $1)
      and (j.id is null or d.id is null or c.id is null or d.currency <> j.currency or c.currency <> j.currency or p.booked_on <> j.booked_on)`,
  // A journal has exactly the postings it announces.
  journals: `
    select j.tenant_id, j.id::text as subject, format('announces %s lines of %s, has %s of %s', j.line_count, j.amount_fen, coalesce(p.lines, 0), coalesce(p.amount, 0)) as detail
    from ledger_journal j
    left join (select tenant_id, journal_id, count(*) as lines, sum(amount_fen) as amount from ledger_posting where $1::uuid is null or tenant_id = $1 group by 1, 2) p
      on p.tenant_id = j.tenant_id and p.journal_id = j.id
    where ($1::uuid is null or j.tenant_id = $1) and (j.line_count <> coalesce(p.lines, 0) or j.amount_fen <> coalesce(p.amount, 0))`,
  // A reversal is the mirror image of its original.
  reversals: `
    select r.tenant_id, r.id::text as subject, format('is not the mirror image of %s', r.reverses_id) as detail
    from ledger_journal r join ledger_journal j on j.tenant_id = r.tenant_id and j.id = r.reverses_id
    where ($1::uuid is null or r.tenant_id = $1) and (r.line_count <> j.line_count or exists (
      select from ledger_posting p left join ledger_posting m on m.tenant_id = p.tenant_id and m.journal_id = r.id and m.line = j.line_count + 1 - p.line
        and m.debit_account_id = p.credit_account_id and m.credit_account_id = p.debit_account_id and m.amount_fen = p.amount_fen
      where p.tenant_id = j.tenant_id and p.journal_id = j.id and m.journal_id is null))`,
  // A hold's journals moved exactly its parts into the held accounts and, when it ended, out again (I-32).
  holds: `
    select h.tenant_id, h.id::text as subject, format('%s hold of %s + %s: its journals moved %s + %s in and %s + %s out', h.state, h.principal_fen, h.gift_fen, i.principal, i.gift, o.principal, o.gift) as detail
    from ledger_hold h
    cross join lateral (
      select coalesce(sum(p.amount_fen) filter (where p.debit_account_id = h.principal_account_id and p.credit_account_id = h.principal_held_account_id), 0) as principal,
             coalesce(sum(p.amount_fen) filter (where p.debit_account_id = h.gift_account_id and p.credit_account_id = h.gift_held_account_id), 0) as gift
      from ledger_posting p where p.tenant_id = h.tenant_id and p.journal_id = h.freeze_journal_id) i
    cross join lateral (
      select coalesce(sum(p.amount_fen) filter (where p.debit_account_id = h.principal_held_account_id), 0) as principal,
             coalesce(sum(p.amount_fen) filter (where p.debit_account_id = h.gift_held_account_id), 0) as gift,
             coalesce(sum(p.amount_fen) filter (where p.debit_account_id = h.principal_held_account_id and p.credit_account_id = h.principal_account_id), 0) as principal_back,
             coalesce(sum(p.amount_fen) filter (where p.debit_account_id = h.gift_held_account_id and p.credit_account_id = h.gift_account_id), 0) as gift_back
      from ledger_posting p where p.tenant_id = h.tenant_id and p.journal_id = h.end_journal_id) o
    where ($1::uuid is null or h.tenant_id = $1) and (i.principal <> h.principal_fen or i.gift <> h.gift_fen
      or h.state <> 'open' and (o.principal <> h.principal_fen or o.gift <> h.gift_fen
        or o.principal_back <> h.principal_fen - h.posted_principal_fen or o.gift_back <> h.gift_fen - h.posted_gift_fen))`,
  // The balances of held accounts equal the open holds.
  held: `
    select coalesce(a.tenant_id, o.tenant_id) as tenant_id, coalesce(a.id, o.account_id)::text as subject, format('holds %s, open holds say %s', coalesce(a.balance_fen, 0), coalesce(o.amount, 0)) as detail
    from (select tenant_id, id, balance_fen from ledger_account where code in ('wallet_frozen', 'wallet_frozen_gift') and ($1::uuid is null or tenant_id = $1)) a
    full join (
      select tenant_id, account_id, sum(amount) as amount from (
        select tenant_id, principal_held_account_id as account_id, principal_fen as amount from ledger_hold where state = 'open' and ($1::uuid is null or tenant_id = $1)
        union all
        select tenant_id, gift_held_account_id, gift_fen from ledger_hold where state = 'open' and ($1::uuid is null or tenant_id = $1)
      ) parts group by 1, 2
    ) o on o.tenant_id = a.tenant_id and o.account_id = a.id
    where coalesce(a.balance_fen, 0) <> coalesce(o.amount, 0)`,
  // A closed day's sums equal those at its roll-up (I-39).
  rollUp: `
    select coalesce(m.tenant_id, b.tenant_id) as tenant_id, coalesce(m.booked_on, b.day)::text as subject,
      format('account %s: rolled up %s / %s, postings make %s / %s', coalesce(m.account_id, b.account_id), coalesce(b.debits_fen, 0), coalesce(b.credits_fen, 0), coalesce(m.debits, 0), coalesce(m.credits, 0)) as detail
    from (select s.tenant_id, s.account_id, s.booked_on, sum(s.debit) as debits, sum(s.credit) as credits from (${SIDES}) s
          join ledger_closed_until c on c.tenant_id = s.tenant_id and s.booked_on <= c.rolled_until group by 1, 2, 3) m
    full join (select * from ledger_balance_day where $1::uuid is null or tenant_id = $1) b
      on b.tenant_id = m.tenant_id and b.account_id = m.account_id and b.day = m.booked_on
    where coalesce(b.debits_fen, -1) <> coalesce(m.debits, -1) or coalesce(b.credits_fen, -1) <> coalesce(m.credits, -1)`,
  // Sums per account code and day are those of its accounts.
  codeDays: `
    select coalesce(m.tenant_id, c.tenant_id) as tenant_id, coalesce(m.day, c.day)::text as subject,
      format('%s: %s / %s, its accounts make %s / %s', coalesce(m.code, c.code), coalesce(c.debits_fen, 0), coalesce(c.credits_fen, 0), coalesce(m.debits, 0), coalesce(m.credits, 0)) as detail
    from (select b.tenant_id, b.day, a.code, a.currency, sum(b.debits_fen) as debits, sum(b.credits_fen) as credits
          from ledger_balance_day b join ledger_account a on a.tenant_id = b.tenant_id and a.id = b.account_id
          where $1::uuid is null or b.tenant_id = $1 group by 1, 2, 3, 4) m
    full join (select * from ledger_code_day where $1::uuid is null or tenant_id = $1) c
      on c.tenant_id = m.tenant_id and c.day = m.day and c.code = m.code and c.currency = m.currency
    where coalesce(c.debits_fen, -1) <> coalesce(m.debits, -1) or coalesce(c.credits_fen, -1) <> coalesce(m.credits, -1)`,
  // The roll-up covers exactly the days that it states.
  closedDays: `
    select b.tenant_id, b.day::text as subject, 'rolled up although the day is not closed' as detail
    from ledger_balance_day b left join ledger_closed_until c on c.tenant_id = b.tenant_id
    where ($1::uuid is null or b.tenant_id = $1) and (c.rolled_until is null or b.day > c.rolled_until) group by b.tenant_id, b.day`,
}

const COUNT_ROW = {
  tenants: col.bigint,
  accounts: col.bigint,
  journals: col.bigint,
  postings: col.bigint,
  holds: col.bigint,
  rolled_days: col.bigint,
  has_rows: col.boolean,
}

/**
 * Recomputes the ledger from its postings: running sums, complete journals, mirror reversals, holds against held accounts, closed
 * days against their roll-up. For one tenant, or for all that the transaction can see. Use a read-only snapshot (`{ readOnly:
 * true, snapshot: true }`), so that the statements agree. Reading no journal or posting although the ledger has some is a finding
 * too.
 *
 * @param checks of modules whose records follow the books
 */
export async function verifyLedger(
  tx: Tx,
  { tenantId = null, now, checks = [] }: { tenantId?: string | null; now: number; checks?: readonly BookCheck[] },
): Promise<LedgerReport> {
  await tx.execute(`set local statement_timeout = '${TIMEOUT}'`)
  const [count] = await tx.query(
    COUNT_ROW,
    `select (select count(distinct tenant_id) from ledger_account where $1::uuid is null or tenant_id = $1) as tenants,
       (select count(*) from ledger_account where $1::uuid is null or tenant_id = $1) as accounts,
       (select count(*) from ledger_journal where $1::uuid is null or tenant_id = $1) as journals,
       (select count(*) from ledger_posting where $1::uuid is null or tenant_id = $1) as postings,
       (select count(*) from ledger_hold where $1::uuid is null or tenant_id = $1) as holds,
       (select count(*) from (select distinct tenant_id, day from ledger_balance_day where $1::uuid is null or tenant_id = $1) d) as rolled_days,
       ledger_has_rows($1::uuid) as has_rows`,
    [tenantId],
  )
  if (!count) throw new Error('the ledger could not be counted')
  const findings: Finding[] = []
  // Object.entries forgets the key type; STATEMENTS is closed.
  const own = Object.entries(STATEMENTS).map(([name, statement]) => ({ name: name as CheckName, statement }))
  for (const { name: check, statement } of [...own, ...checks]) {
    const rows = await tx.query(
      { tenant_id: col.uuid, subject: col.text, detail: col.text },
      `${statement} limit ${MAX_FINDINGS}`,
      [tenantId],
    )
    findings.push(...rows.map(row => ({ check, tenantId: row.tenant_id, subject: row.subject, detail: row.detail })))
  }
  if (count.has_rows && (count.journals === 0n || count.postings === 0n || count.accounts === 0n))
    findings.push({
      check: 'nothingRead',
      tenantId: tenantId ?? '',
      subject: 'ledger',
      detail: 'the ledger has rows and none could be read',
    })
  return {
    ok: findings.length === 0,
    at: now,
    counted: {
      tenants: Number(count.tenants),
      accounts: Number(count.accounts),
      journals: Number(count.journals),
      postings: Number(count.postings),
      holds: Number(count.holds),
      rolledDays: Number(count.rolled_days),
    },
    findings,
  }
}
