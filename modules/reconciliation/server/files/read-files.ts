import { localDayOf } from '@wattyard/time'
import {
  col,
  type Database,
  eachByItself,
  emit,
  intList,
  readStoredFile,
  textList,
  type Tx,
  uuidList,
} from '@wattyard/server-kit'
import type { ChannelKind } from '@wattyard/payments/contract'
import { channelAccount, channelNames } from '@wattyard/payments/server'
import { file, FILE_FORMATS, type FileFault } from '../../contract/index.ts'
import { FILE_FAULTY, type FileFaulty } from '../../contract/events.ts'
import { zoneOfChannel } from '../calendar.ts'
import { FAMILIES_OF_CHANNEL, isOfChannel, rivalsOf } from './families.ts'
import { currentMappings, mappingById } from '../mappings/known-mapping.ts'
import { leadOf, markDays } from '../compare/due-days.ts'
import { dropWaivers } from '../compare/waive-days.ts'
import { familyOfReading, type FileFinding, readContent, type ReadContent, type Reading } from './read-content.ts'
import { createSettlementCollector } from '../settlements/collect-settlements.ts'
import { type NewSettlement, writeSettlements } from '../settlements/stored-settlements.ts'
import { createRowWriter } from './stored-rows.ts'
import { isOwnFault } from '../own-fault.ts'
import type { ReconciliationWorld } from '../world.ts'

/** A file of a million rows takes a minute; no single statement needs that long. */
const STATEMENT_TIMEOUT = '120s'

const WAITING = {
  id: col.uuid,
  channel_id: col.uuid,
  format: col.oneOf(FILE_FORMATS).orNull,
  mapping_id: col.uuid.orNull,
  content_file_id: col.uuid,
  day: col.day.orNull,
  name: col.text,
  actor: col.text,
  actor_id: col.uuid.orNull,
}

/**
 * Reads files that were received, of all tenants, the oldest first. One that fails stays for the next time and holds up no other.
 * @returns number of files that were read
 */
export async function readFiles(db: Database, world: ReconciliationWorld, signal?: AbortSignal): Promise<number> {
  const waiting = await db.platform(
    tx =>
      tx.query(
        { tenant_id: col.uuid, id: col.uuid },
        `select tenant_id, id from reconciliation_file where state = 'received' order by created_at, id limit 100`,
      ),
    { readOnly: true },
  )
  let read = 0
  await eachByItself(
    waiting,
    async ({ tenant_id, id }) => {
      const isDone = await db
        .tenant(tenant_id, tx => readOne(tx, world, tenant_id, id))
        .catch(async (error: unknown) => {
          if (isOwnFault(error)) await db.tenant(tenant_id, tx => giveUp(tx, tenant_id, id))
          throw error
        })
      if (!isDone) return
      read++
      tellScreens(world, tenant_id)
    },
    { nameOf: one => one.id, ...(signal ? { signal } : {}) },
  )
  return read
}

/** Says of a file that reading it stopped for a reason that nobody foresaw; the log has the reason. */
async function giveUp(tx: Tx, tenantId: string, id: string): Promise<void> {
  const given = await tx.execute(
    `update reconciliation_file set state = 'faulty', fault = 'unreadable', version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2 and state = 'received'`,
    [tenantId, id],
  )
  if (given > 0) await writeFindings(tx, tenantId, id, [{ line: 0, code: 'reading-stopped', column: null, value: '' }])
}

const tellScreens = ({ live }: ReconciliationWorld, tenantId: string): void =>
  live?.publish({ tenantId, topic: file.name, stationId: null, data: null })

/** Reads one file; false when it is not waiting any more, or somebody else reads it. */
async function readOne(tx: Tx, { clock }: ReconciliationWorld, tenantId: string, id: string): Promise<boolean> {
  await tx.execute(`set local statement_timeout = '${STATEMENT_TIMEOUT}'`)
  const [row] = await tx.query(
    WAITING,
    `select id, channel_id, format, mapping_id, content_file_id, day, name, actor, actor_id from reconciliation_file
     where tenant_id = $1 and id = $2 and state = 'received' for update skip locked`,
    [tenantId, id],
  )
  if (!row) return false
  const account = await channelAccount(tx, tenantId, row.channel_id)
  const content = await readStoredFile(tx, row.content_file_id)
  if (!account || !content) throw new Error(`file ${id} has no channel or no content`)
  const zone = await zoneOfChannel(tx, tenantId, account.kind)
  const writer = createRowWriter(tx, tenantId, id)
  const { settlement } = account
  const settled = settlement ? createSettlementCollector(settlement.mode, account.merchantNo) : null
  const read = await readContent(
    content,
    {
      format: row.format === 'described' ? null : row.format,
      mapping: row.mapping_id === null ? null : await mappingById(tx, tenantId, row.mapping_id),
      candidates: await currentMappings(tx, tenantId, account.channelIds, FAMILIES_OF_CHANNEL[account.kind]),
      zone,
      merchant: account.kind === 'bank' ? account.accountNo : account.merchantNo,
      day: row.day,
      today: localDayOf(clock.now(), zone),
    },
    async items => {
      settled?.add(items)
      await writer.add(items)
    },
  )
  await writer.end()
  // Somebody may have deleted it while the file was read: the next time another reading is found.
  if (read.reading?.mapping && !(await mappingById(tx, tenantId, read.reading.mapping.id)))
    throw new Error(`file ${id} was read by a description that is gone`)
  const isOthers = read.reading !== null && !isMadeBy(account.kind, read.reading)
  const fault =
    (isOthers ? ('other-merchant' as const) : null) ??
    read.fault ??
    (await faultBeside(tx, tenantId, { id, channelIds: account.channelIds }, read))
  // Rows of a file that nobody may compare would be found and added up.
  if (fault !== null)
    await tx.execute('delete from reconciliation_row where tenant_id = $1 and file_id = $2', [tenantId, id])
  await writeFindings(tx, tenantId, id, read.findings)
  await writeFacts(tx, tenantId, id, read, fault)
  if (fault === null && settlement && settled && read.reading !== null)
    await keepSettlements(
      tx,
      tenantId,
      { fileId: id, channelId: row.channel_id, bankId: settlement.bankId },
      settled.end(familyOfReading(read.reading)),
    )
  if (fault !== null) await tellOfFault(tx, tenantId, row, fault)
  if (fault === null && read.firstDay !== null && read.lastDay !== null) {
    const lead = (await leadOf(tx, tenantId, row.channel_id)) ?? row.channel_id
    await dropWaivers(tx, tenantId, { lead, from: read.firstDay, to: read.lastDay })
    await markDays(tx, tenantId, {
      channelId: row.channel_id,
      from: read.firstDay,
      to: read.lastDay,
      actor: row.actor,
      ...(row.actor_id === null ? {} : { actorId: row.actor_id }),
    })
  }
  return true
}

/** Keeps what a channel pays out, and has the account compared on which it comes in. */
async function keepSettlements(
  tx: Tx,
  tenantId: string,
  place: { readonly fileId: string; readonly channelId: string; readonly bankId: string },
  told: readonly NewSettlement[],
): Promise<void> {
  await writeSettlements(tx, tenantId, place, told)
  for (const day of new Set(told.map(one => one.due)))
    await markDays(tx, tenantId, { channelId: place.bankId, from: day, to: day, actor: '' })
}

/** Returns whether a kind of channel makes files that are read so. */
function isMadeBy(kind: ChannelKind, reading: Reading): boolean {
  return reading.mapping === null
    ? isOfChannel(kind, reading.format)
    : FAMILIES_OF_CHANNEL[kind].includes(reading.mapping.family)
}

/**
 * Returns what of other files speaks against one. Two files of a merchant never tell of the same day, whichever of its channels they were sent for. Bills of two quiet days have the
 * same bytes.
 */
async function faultBeside(
  tx: Tx,
  tenantId: string,
  { id, channelIds }: { id: string; channelIds: readonly string[] },
  { reading, facts, firstDay, lastDay }: ReadContent,
): Promise<FileFault | null> {
  if (reading === null || facts === null) return 'unreadable'
  // Files of one channel wait here for each other, so that two of them do not take one day.
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('reconciliation.file' || $1 || $2, 0))", [
    tenantId,
    channelIds.toSorted()[0],
  ])
  const others = await tx.query(
    { id: col.uuid, is_same: col.boolean },
    `select id, digest = $4 as is_same from reconciliation_file
     where tenant_id = $1 and channel_id = any($2::uuid[]) and id <> $3 and state = 'sound' and family = any($5::text[])
       and first_day <= $7 and last_day >= $6`,
    [tenantId, uuidList(channelIds), id, facts.sha256, textList(rivalsOf(familyOfReading(reading))), firstDay, lastDay],
  )
  if (others.length === 0) return null
  return others.some(one => one.is_same) ? 'same-again' : 'day-taken'
}

/** Writes down for messages that a file cannot be compared. */
async function tellOfFault(
  tx: Tx,
  tenantId: string,
  { id, name, channel_id }: { id: string; name: string; channel_id: string },
  fault: FileFault,
): Promise<void> {
  const body: FileFaulty = {
    name,
    channel: (await channelNames(tx, tenantId, [channel_id])).get(channel_id) ?? '',
    fault,
  }
  await emit(tx, [{ tenantId, topic: FILE_FAULTY, key: id, body: { ...body } }])
}

async function writeFacts(
  tx: Tx,
  tenantId: string,
  id: string,
  { reading, facts, firstDay, lastDay, income, expense, fees }: ReadContent,
  fault: FileFault | null,
): Promise<void> {
  await tx.execute(
    `update reconciliation_file set state = $3, fault = $4, format = $5, first_day = $6, last_day = $7, rows = $8, unread = $9, income_fen = $10,
       expense_fen = $11, fees_fen = $12, merchant = $13, digest = $14, parser_version = $15, mapping_id = coalesce($16, mapping_id), family = $17, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [
      tenantId,
      id,
      fault === null ? 'sound' : 'faulty',
      fault,
      reading?.format ?? null,
      firstDay,
      lastDay,
      facts?.rows ?? null,
      facts?.unreadRows ?? null,
      facts ? income : null,
      facts ? expense : null,
      facts ? fees : null,
      namedIn(facts),
      facts?.sha256 ?? null,
      facts?.parserVersion ?? null,
      reading?.mapping?.id ?? null,
      reading === null ? null : familyOfReading(reading),
    ],
  )
}

async function writeFindings(tx: Tx, tenantId: string, id: string, findings: readonly FileFinding[]): Promise<void> {
  if (findings.length === 0) return
  await tx.execute(
    `insert into reconciliation_finding (tenant_id, file_id, place, line, code, column_name, value)
     select $1, $2, u.* from unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[]) as u`,
    [
      tenantId,
      id,
      intList(findings.map((_, i) => i + 1)),
      intList(findings.map(one => one.line)),
      textList(findings.map(one => one.code)),
      textList(findings.map(one => one.column)),
      // A NUL would be refused by the database, and tells nobody anything.
      textList(findings.map(one => one.value.replaceAll('\u0000', '�').toWellFormed())),
    ],
  )
}

/** Returns the merchants or accounts that a file names; a merchant of its own writes 0 where those of a provider name it. */
const namedIn = (facts: ReadContent['facts']): string | null =>
  facts?.merchants
    .filter(name => name !== '0')
    .join(', ')
    .slice(0, 80) || null
