import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDemo, prepareHistory } from '@wattyard/app-server/demo'
import { aRole, aUser, type Browser } from '@wattyard/identity/testing'
import { columnOf, masksOf, type Resource } from '@wattyard/resource'
import { audit, col, newId, platformActor, REVEAL_PERSONAL, SEE_PERSONAL, type Tx } from '@wattyard/server-kit'
import { callerWith, testServer } from '@wattyard/testing'
import { Records } from './records.ts'
import { SENTINELS, TYPED } from './sentinels.ts'
import type { SessionWorld } from './world.ts'

const SENTINEL_WORDS = `车主 ${TYPED[0]}，车 ${TYPED[1]}，证 ${TYPED[2]}，退 ${TYPED[3]}，卡号 ${TYPED[4]}`
const VIN = 'LSVSENTINEL000123'
const SENTINEL_JSON = {
  idTag: SENTINELS.card,
  vin: VIN,
  plate: SENTINELS.plate,
  phone: SENTINELS.phone,
  data: JSON.stringify({ idToken: { idToken: SENTINELS.card } }),
  info: SENTINEL_WORDS,
}

/** Records that nobody changes once they are made are made with what people typed. */
const ASKED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'platform.approval': { reason: SENTINEL_WORDS, input: { reason: SENTINEL_WORDS } },
  // Its hint names a payee with an account.
  'payments.refundPart': {},
}

/** Records of the past whose masked fields may hold something, and which are in use so that no call deletes them. */
const OF_THE_PAST: Readonly<Record<string, string>> = {
  'payments.channel': "select id from payments_channel where tenant_id = $1 and code = 'BANK'",
}

export interface PersonalWorld {
  tenantId: string
  /** Reader of everything without the right to personal data, and an administrator. */
  masked: Browser
  inClear: Browser
  /** Reads everything, and may neither see personal data nor unmask it. */
  onlooker: Browser
  /** Every personal value of the world: those of the demonstration's drivers and the sentinels. */
  secrets: readonly string[]
  /** Ids by resource, of one record each. */
  ids: ReadonlyMap<string, string>
  /** A settled order with frames and facts, its pile, and the frame that began it. */
  told: { order: string; pile: string; frame: string; tag: string }
  close(): Promise<void>
}

const PASSWORD = 'a passphrase for tests'

/** The demonstration with a day of its past, one record of everything besides, and sentinels where people are. */
export async function personalWorld(world: SessionWorld): Promise<PersonalWorld> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'wattyard-personal-'))
  const { db, composition, permissions, server } = world
  const { tenantId } = await db.platform(tx =>
    composition.identity.prepareInstallation(tx, { dataFolder, adminPassword: 'Demo-2026-passphrase' }),
  )
  const { secrets } = world.given
  const place = {
    tenantId,
    dataFolder,
    permissions,
    publicUrl: 'http://127.0.0.1',
    fleetSecret: secrets.fleet,
    historyDays: 1,
  }
  await prepareDemo(db, composition, place)
  await prepareHistory(world.given, server.app, place)
  const desk = await testServer({ modules: world.modules, db })
  const records = new Records({ ...world, server: desk }, callerWith({ tenantId }))
  const ids = new Map<string, string>()
  for (const { resource } of world.served)
    ids.set(resource.name, await records.target(resource.name, 0, ASKED[resource.name]))
  await desk.close()
  const told = await db.tenant(tenantId, async tx => {
    for (const [name, statement] of Object.entries(OF_THE_PAST)) {
      const [row] = await tx.query({ id: col.uuid }, statement, [tenantId])
      if (!row) throw new Error(`the past has no ${name}`)
      ids.set(name, row.id)
    }
    await plant(tx, tenantId, world, ids)
    return toldOrder(tx, tenantId)
  })
  // Whoever may change what is masked for readers alone sees it.
  const keeping = new Set(
    world.served.flatMap(({ resource }) => (resource.maskedFor === 'readers' ? [`${resource.name}:update`] : [])),
  )
  const reading = permissions.filter(permission => permission !== SEE_PERSONAL && !keeping.has(permission))
  const roleId = await aRole(db, tenantId, { code: 'curious', permissions: reading })
  const onlookerId = await aRole(db, tenantId, {
    code: 'onlooker',
    permissions: reading.filter(permission => permission !== REVEAL_PERSONAL),
  })
  const people = { masked: { roleIds: [roleId] }, inClear: { roleIds: [await adminRole(world, tenantId)] } }
  const signIn = async (reach: { roleIds: string[] }, ip: string): Promise<Browser> => {
    const { loginName } = await aUser(db, tenantId, { password: PASSWORD, ...reach })
    const browser = world.browser(ip)
    const answer = await browser.signIn(loginName, PASSWORD)
    if (!answer.success) throw new Error(answer.text)
    return browser
  }
  const inClear = await signIn(people.inClear, '10.3.0.2')
  // What a person says of a booking goes into the books as its memo.
  const refund = await inClear.send(
    'POST',
    '/api/charging/order/refund',
    { id: told.order, amount: '0.01', reason: SENTINEL_WORDS },
    { headers: { 'x-token': inClear.cookies.get('Admin-Token') ?? '', 'idempotency-key': newId() } },
  )
  if (!refund.success) throw new Error(refund.text)
  return {
    tenantId,
    masked: await signIn(people.masked, '10.3.0.1'),
    inClear,
    onlooker: await signIn({ roleIds: [onlookerId] }, '10.3.0.5'),
    secrets: [...(await drivers(world, tenantId)), ...Object.values(SENTINELS), VIN, ...TYPED],
    ids,
    told,
    close: async () => rmSync(dataFolder, { recursive: true, force: true }),
  }
}

async function adminRole({ db }: SessionWorld, tenantId: string): Promise<string> {
  const [row] = await db.platform(tx =>
    tx.query({ id: col.uuid }, "select id from identity_role where tenant_id = $1 and code = 'admin'", [tenantId]),
  )
  return row?.id ?? ''
}

/** Whether people or piles write a field as they like. Books are never changed, and other short texts are words of the code. */
const isTyped = ({ name, fields, masked }: Resource, key: string): boolean =>
  !/^(ledger|finance)\./.test(name) && (fields[key]?.kind === 'note' || masked?.[key] !== undefined)

/** Puts a sentinel into every field that a definition masks, and into an entry of the log as old ones are. */
async function plant(tx: Tx, tenantId: string, { served }: SessionWorld, ids: PersonalWorld['ids']): Promise<void> {
  await plantNotes(tx, tenantId, served)
  for (const { resource } of served)
    for (const [key, mask] of Object.entries(masksOf(resource))) {
      if (ASKED[resource.name]) continue
      const of = resource.fields[key]
      if (!of || !mask || (mask === 'words' && !isTyped(resource, key))) continue
      const value =
        mask === 'json' ? JSON.stringify(SENTINEL_JSON) : mask === 'words' ? SENTINEL_WORDS : SENTINELS[mask]
      const id = ids.get(resource.name) ?? ''
      const column = columnOf(key, of)
      await tx.execute(`update ${resource.table} set ${column} = $3 where tenant_id = $1 and id = $2`, [
        tenantId,
        id,
        value,
      ])
      await audit(tx, platformActor(tenantId, 'past'), [
        { resource: resource.name, recordId: id, action: 'update', before: { [key]: value }, after: { [key]: value } },
      ])
    }
  await tx.execute('update members_member set search_text = lower(code || name) where tenant_id = $1', [tenantId])
}

/**
 * Puts numbers of people into every note that somebody wrote, also where no definition speaks of it. Books are never
 * changed, and texts about places stay open.
 */
async function plantNotes(tx: Tx, tenantId: string, served: SessionWorld['served']): Promise<void> {
  const columns = await tx.query(
    { table: col.text, column: col.text },
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.columns t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.column_name = 'tenant_id'
     where c.table_schema = 'public' and c.data_type = 'text' and c.column_name in ('note', 'reason', 'remark', 'memo')
       and c.table_name ~ '^(charging|members|gateway|notifications)_'`,
  )
  if (columns.length < 5) throw new Error('there are too few notes')
  const open = new Set(served.filter(({ resource }) => resource.texts === 'open').map(({ resource }) => resource.table))
  for (const { table, column } of columns.filter(one => !open.has(one.table)))
    await tx.execute(`update ${table} set ${column} = $2 where tenant_id = $1`, [tenantId, SENTINEL_WORDS])
}

/** Names of the demonstration's drivers are common words, so they get a sentinel's family name. */
async function drivers({ db }: SessionWorld, tenantId: string): Promise<string[]> {
  return db.tenant(tenantId, async tx => {
    await tx.execute(
      `update members_member set name = '哨兵' || code, search_text = lower(code || '哨兵' || code) where tenant_id = $1 and name <> $2`,
      [tenantId, SENTINELS.name],
    )
    const rows = await tx.query(
      { name: col.text, phone: col.text.orNull },
      'select name, phone from members_member where tenant_id = $1',
      [tenantId],
    )
    const tags = await tx.query({ tag: col.text }, 'select tag from members_tag where tenant_id = $1', [tenantId])
    return [...rows.flatMap(({ name, phone }) => (phone ? [name, phone] : [name])), ...tags.map(({ tag }) => tag)]
  })
}

async function toldOrder(tx: Tx, tenantId: string): Promise<PersonalWorld['told']> {
  const [row] = await tx.query(
    { order: col.uuid, pile: col.uuid, tag: col.text, frame: col.text },
    `select o.id as order, o.pile_id as pile, o.tag, f.stream || ':' || f.seq as frame from charging_order o
     join gateway_frame f on f.tenant_id = o.tenant_id and f.session_id = o.id and f.frame like '%' || o.tag || '%'
     where o.tenant_id = $1 and o.state = 'settled' and o.tag is not null order by o.id, f.seq limit 1`,
    [tenantId],
  )
  if (!row) throw new Error('the past has no settled order')
  return row
}
