import { compose } from '@wattyard/app-server/compose'
import { freshSecrets } from '@wattyard/app-server/secrets'
import { type FinanceServer, financeServer, onceSealed } from '@wattyard/finance/testing'
import { verifyBooks } from '@wattyard/finance/server'
import type { DeletionCertificate } from '@wattyard/identity/contract'
import type { Identity } from '@wattyard/identity/server'
import { aDueDeletion, aTenant, aUser, setTenantStatus, TEST_HASH_COST } from '@wattyard/identity/testing'
import { accountsById, openAccounts, postJournals, verifyLedger } from '@wattyard/ledger/server'
import { anEntry, TEST_DAY } from '@wattyard/ledger/testing'
import { takeOut } from '@wattyard/members/testing'
import { fen } from '@wattyard/money'
import { isOwed, PART_STATES } from '@wattyard/payments/contract'
import {
  collectDeletionRules,
  type Database,
  keepFile,
  newId,
  planErasure,
  textList,
  type Tx,
  col,
} from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { type SettableClock, settableClock } from '@wattyard/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { Records } from './records.ts'
import { conformanceWorld, type World } from './world.ts'

const NOW = Date.UTC(2026, 10, 22, 8)
const SETTLE_MS = 10 * 60_000

interface Eraser {
  identity: Identity
  clock: SettableClock
  /** One run of the job. */
  work(chunk?: number, signal?: AbortSignal): ReturnType<Identity['workDeletions']>
}

/** The product as it is wired, with a clock of its own, over a database that others have filled. */
function eraserOver(db: Database, secrets = freshSecrets()): Eraser {
  const clock = settableClock(NOW)
  const { identity } = compose({
    db,
    clock,
    profile: 'demo',
    version: '1.2.3',
    secrets,
    log: { warn: () => {} },
    publicUrl: 'https://charge.example',
    hashCost: TEST_HASH_COST,
  })
  return {
    identity,
    clock,
    work: (chunk, signal = new AbortController().signal) => identity.workDeletions(signal, chunk),
  }
}

interface State {
  status: string
  problem: string | null
  salt: Uint8Array | null
  certificate: DeletionCertificate | null
}

/** The latest deletion of a tenant; its certificate is there once it has ended. */
const stateOf = (db: Database, subjectId: string): Promise<State> =>
  db.platform(async tx => {
    const [row] = await tx.query(
      {
        problem: col.text.orNull,
        salt: col.bytes.orNull,
        certificate: col.json<DeletionCertificate>().orNull,
        status: col.text,
      },
      `select d.problem, d.salt, d.certificate, t.status from identity_tenant_deletion d join identity_tenant t on t.tenant_id = d.subject_id
       where d.subject_id = $1 order by d.id desc limit 1`,
      [subjectId],
    )
    if (!row) throw new Error('no deletion')
    return row
  })
const countsOf = (db: Database, tenantId: string) =>
  db.platform(async tx => {
    const counts = new Map<string, number>()
    for (const { name } of await tx.query(
      { name: col.text },
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    )) {
      const [row] = await tx.query({ n: col.bigint }, `select count(*) as n from ${name} where tenant_id = $1`, [
        tenantId,
      ])
      counts.set(name, Number(row?.n ?? 0))
    }
    return counts
  })
/** Pays out whatever lies in wallets of members. */
const drain = (db: Database, tenantId: string) =>
  db.tenant(tenantId, async tx => {
    const full = await tx.query(
      { id: col.uuid, balance_fen: col.bigint },
      "select id, balance_fen from ledger_account where tenant_id = $1 and owner_type = 'member' and kind = 'liability' and balance_fen > 0",
      [tenantId],
    )
    const accounts = await accountsById(
      tx,
      full.map(({ id }) => ({ tenantId, id })),
    )
    const [clearing] = await openAccounts(tx, [{ tenantId, code: 'channel_clearing' }])
    for (const { id, balance_fen } of full) {
      const debit = accounts.get(id)
      if (!debit || !clearing) throw new Error('an account is missing')
      const postings = [{ debit, credit: clearing, amount_fen: fen(balance_fen) }]
      await postJournals(tx, [{ ...anEntry(tenantId), kind: 'withdrawal', postings }])
    }
  })
/** A file whose bytes take several rows, sent and attached to nothing yet. */
const aFileOf = (db: Database, tenantId: string, name: string) =>
  db.tenant(tenantId, tx =>
    keepFile(tx, tenantId, {
      resource: 'notifications.notice',
      field: 'attachments',
      name,
      sentBy: null,
      file: { type: 'pdf', content: Buffer.alloc(100_000, '%PDF-1.7 ') },
    }),
  )
/** Everything that the database still says of a tenant, table by table. */
const textOf = (db: Database, tenantId: string, tables: Iterable<string>) =>
  db.platform(async tx => {
    const text: string[] = []
    for (const table of tables)
      for (const { line } of await tx.query(
        { line: col.text },
        `select t::text as line from ${table} t where tenant_id = $1`,
        [tenantId],
      ))
        text.push(`${table} ${line}`)
    return text.join('\n')
  })

describe('a tenant with a row of everything', () => {
  let world: World
  let home: string
  let eraser: Eraser
  beforeAll(async () => {
    world = await conformanceWorld()
    home = (await aTenant(world.db, { code: 'home', isHome: true })).tenantId
    eraser = eraserOver(world.db)
  })
  afterAll(() => world.close())

  async function filled(): Promise<string> {
    const { tenantId } = await aTenant(world.db)
    const records = new Records(world, callerWith({ tenantId }))
    for (const served of world.served) await records.target(served.resource.name)
    return tenantId
  }
  async function due(subjectId: string): Promise<void> {
    // Records are of any state: what would stop a deletion is another test's.
    await world.db.platform(async tx => {
      await tx.execute("update charging_order set state = 'closed' where tenant_id = $1 and state <> 'settled'", [
        subjectId,
      ])
      await tx.execute(
        "update payments_refund_part set state = 'dropped' where tenant_id = $1 and state = any($2::text[])",
        [subjectId, textList(PART_STATES.filter(isOwed))],
      )
      await tx.execute('update payables_document set open_fen = 0 where tenant_id = $1 and open_fen > 0', [subjectId])
    })
    await drain(world.db, subjectId)
    await aDueDeletion(world.db, { homeId: home, subjectId, dueAt: eraser.clock.now() })
  }

  test('is gone in chunks, however often the process is killed; another tenant has not lost or changed a row', async () => {
    const [gone, other] = [await filled(), await filled()]
    await aUser(world.db, gone, { displayName: '独一无二的名字' })
    await aFileOf(world.db, gone, '独一无二的名字.pdf')
    const before = await fingerprint(world.db, other)
    await due(gone)
    const counts = await countsOf(world.db, gone)
    expect([...counts.values()].filter(n => n > 0).length).toBeGreaterThan(35)
    // Files that records hold, and one whose bytes take several rows.
    expect(counts.get('kernel_file')).toBeGreaterThan(1)
    expect(counts.get('kernel_file_part')).toBeGreaterThan(4)
    // Killed after so many chunks, again and again: each run goes on where the last one was.
    const steps = await world.db.platform(tx => planErasure(tx, collectDeletionRules(world.modules)))
    let runs = 0
    for (let left = 5; (await stateOf(world.db, gone)).status !== 'deleted'; runs++) {
      const abort = new AbortController()
      const { work } = eraser
      let chunks = left
      const spied = new Proxy(abort.signal, {
        get: (signal, key) => (key === 'aborted' ? --chunks < 0 : Reflect.get(signal, key, signal)),
      })
      await work(1, spied)
      left += 17
      if (left > steps.length * 4) eraser.clock.advance(SETTLE_MS)
      expect(runs).toBeLessThan(60)
    }
    expect(runs).toBeGreaterThan(5)
    const { certificate, salt } = await stateOf(world.db, gone)
    expect(salt).toBeNull()
    const after = await countsOf(world.db, gone)
    const fates = collectDeletionRules(world.modules)
    for (const [table, fate] of Object.entries(fates)) {
      const said = certificate?.tables.find(one => one.name === table)
      if (fate.do === 'erase') expect(after.get(table), table).toBe(0)
      else expect(after.get(table), table).toBeGreaterThanOrEqual(counts.get(table) ?? 0)
      if (table === 'kernel_audit') continue
      // Each row once, in however many runs.
      expect(said?.rows, table).toBe(counts.get(table) ?? 0)
    }
    expect(await textOf(world.db, gone, after.keys())).not.toContain('独一无二的名字')
    expect(await fingerprint(world.db, other)).toEqual(before)
  })

  test('is deleted once by two at the same time', async () => {
    const gone = await filled()
    await due(gone)
    const before = await countsOf(world.db, gone)
    const second = eraserOver(world.db)
    second.clock.set(eraser.clock.now())
    await Promise.all([eraser.work(3), second.work(2)])
    for (const { clock } of [eraser, second]) clock.advance(SETTLE_MS)
    await Promise.all([eraser.work(3), second.work(2)])
    await eraser.work()
    const { status, certificate } = await stateOf(world.db, gone)
    expect(status).toBe('deleted')
    const users = certificate?.tables.find(one => one.name === 'identity_user')
    expect(users).toEqual({ name: 'identity_user', fate: 'erased', rows: before.get('identity_user') })
    expect(await eraser.work()).toEqual({ begun: 0, rows: 0, ended: 0 })
  })

  test('what arrives while it goes on is swept up before it ends', async () => {
    const { tenantId } = await aTenant(world.db)
    await due(tenantId)
    await eraser.work()
    expect((await stateOf(world.db, tenantId)).status).toBe('deleting')
    await world.db.platform(tx =>
      tx.execute('insert into kernel_idempotency (tenant_id, key, request_hash) values ($1, $2, $3)', [
        tenantId,
        newId(),
        '',
      ]),
    )
    eraser.clock.advance(SETTLE_MS)
    await eraser.work()
    expect((await stateOf(world.db, tenantId)).status).toBe('deleted')
    expect((await countsOf(world.db, tenantId)).get('kernel_idempotency')).toBe(0)
  })

  test('the eraser reaches nothing of a tenant that is not being deleted, nor another one', async () => {
    const [other, subject] = [await filled(), (await aTenant(world.db)).tenantId]
    const asEraser = (tenantId: string, run: (tx: Tx) => Promise<unknown>) =>
      world.db.platform(async tx => {
        await tx.execute('set local role wattyard_eraser')
        await tx.execute(`set local wattyard.tenant_id = '${tenantId}'`)
        return run(tx)
      })
    expect(await asEraser(other, tx => tx.execute('delete from members_member'))).toBe(0)
    expect(await asEraser(other, tx => tx.execute("update kernel_audit set actor_name = 'x'"))).toBe(0)
    await due(subject)
    await eraser.work()
    expect(await asEraser(subject, tx => tx.execute('delete from members_member'))).toBe(0)
    for (const text of [
      'delete from ledger_journal',
      'delete from kernel_audit',
      'update charging_order set total_fen = 0',
      'update ledger_journal set actor = null',
      'select 1 from identity_tenant',
      'insert into members_tag (tenant_id) values (null)',
    ])
      await expect(
        asEraser(subject, tx => tx.execute(text)),
        text,
      ).rejects.toThrow(/permission denied/)
    // And without a deletion nobody makes a tenant one that is being deleted.
    await setTenantStatus(world.db, other, 'suspended')
    for (const status of ['deleting', 'deleted'])
      await expect(
        world.db.platform(tx =>
          tx.execute('update identity_tenant set status = $2 where tenant_id = $1', [other, status]),
        ),
      ).rejects.toThrow(/was approved|does not go from suspended to deleted/)
    await expect(
      world.db.platform(tx =>
        tx.execute("update identity_tenant set status = 'active' where tenant_id = $1", [subject]),
      ),
    ).rejects.toThrow('does not go from deleting to active')
  })
})

describe('a tenant with books', () => {
  let server: FinanceServer
  beforeAll(async () => {
    server = await financeServer()
  })
  afterAll(() => server.close())

  test('keeps them whole and provable, without cards and names; money that is owed stops it', async () => {
    const world = await server.world({ principal: 50_000n })
    const { db } = world.server
    const orders = [await world.charge(), await world.charge()]
    world.nextDay()
    expect((await onceSealed(world, '2026-11-20')).success).toBe(true)
    const { tenantId, signer, member } = world
    const home = (await aTenant(db, { isHome: true })).tenantId
    const eraser = eraserOver(db)
    await aDueDeletion(db, { homeId: home, subjectId: tenantId, dueAt: eraser.clock.now() })

    // The wallet still has money: nobody would know any more whose it is.
    expect(await eraser.work()).toMatchObject({ begun: 0, rows: 0 })
    expect(await stateOf(db, tenantId)).toMatchObject({ status: 'suspended', problem: 'members.obstacle.walletMoney' })
    const [wallet] = await db.platform(tx =>
      tx.query(
        { balance_fen: col.bigint },
        "select balance_fen from ledger_account where tenant_id = $1 and owner_id = $2 and code = 'wallet_principal'",
        [tenantId, member.memberId],
      ),
    )
    await db.tenant(tenantId, tx =>
      takeOut(tx, {
        tenantId,
        memberId: member.memberId,
        amount: fen(wallet?.balance_fen ?? 0n),
        idemKey: newId(),
        source: { type: 'test', id: newId() },
        effectiveAt: world.clock.now(),
        bookedOn: '2026-11-21' as typeof TEST_DAY, // the next open day
        actor: 'Ann',
      }),
    )

    const card = async () =>
      JSON.stringify(
        await db.platform(tx =>
          tx.query(
            'select tag from charging_order where tenant_id = $1 union all select body::text from charging_fact where tenant_id = $1',
            [tenantId],
          ),
        ),
      ).includes(member.tag)
    expect(await card()).toBe(true)
    const bills = () =>
      db.platform(tx =>
        tx.query(
          'select id, total_fen, booked_on, energy, price_hash from charging_order where tenant_id = $1 order by id',
          [tenantId],
        ),
      )
    const billed = await bills()
    expect(await eraser.work()).toMatchObject({ begun: 1 })
    eraser.clock.advance(SETTLE_MS)
    expect(await eraser.work()).toMatchObject({ ended: 1 })

    expect(await card()).toBe(false)
    expect(await bills()).toEqual(billed)
    expect(billed.map(row => row.id)).toEqual(orders.toSorted())
    const report = await verifyBooks(db, tenantId, { signer, now: world.clock.now() })
    expect(report).toMatchObject({ ok: true, days: { counted: { sealed: 1, orders: 2 } } })
    expect(report.ledger.counted.journals).toBeGreaterThan(3)
    const ledger = await db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: NOW }), {
      readOnly: true,
      snapshot: true,
    })
    expect(ledger.ok).toBe(true)

    const { certificate } = await stateOf(db, tenantId)
    const table = (name: string) => certificate?.tables.find(one => one.name === name)
    expect(certificate).toMatchObject({
      format: 'wattyard.tenant-deletion/1',
      version: '1.2.3',
      tenant: { id: tenantId },
      reason: '合同终止',
      asked: { by: 'Ann' },
      approved: { by: 'Bob', waitDays: 30 },
    })
    expect(table('members_member')).toEqual({ name: 'members_member', fate: 'erased', rows: 1 })
    expect(table('ledger_journal')).toMatchObject({ fate: 'kept', for: 'books', rows: report.ledger.counted.journals })
    expect(table('charging_order')).toEqual({
      name: 'charging_order',
      fate: 'pseudonymised',
      rows: 2,
      columns: ['tag'],
    })
    const audited = await db.platform(tx =>
      tx.query(
        { action: col.text },
        "select action from kernel_audit where tenant_id = $1 and record_id = $2 and action in ('beginDeletion', 'deleteTenant') order by id",
        [home, tenantId],
      ),
    )
    expect(audited.map(row => row.action)).toEqual(['beginDeletion', 'deleteTenant'])
  })
})
