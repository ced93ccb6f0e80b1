import type { BulkConnection } from '../database/tx.ts'
import { RowHash } from './fingerprint.ts'
import type { BackupManifest, TableFingerprint } from './manifest.ts'
import { type CarriedTable, copyOutText, moneySums } from './read-tables.ts'

/** Reads every table once more and says what it holds, in the words of a manifest. */
export async function fingerprints(
  connection: BulkConnection,
  tables: readonly CarriedTable[],
): Promise<Record<string, TableFingerprint>> {
  const found: Record<string, TableFingerprint> = {}
  for (const table of tables) {
    const hash = new RowHash()
    for await (const block of connection.copyOut(copyOutText(table))) hash.add(block)
    found[table.name] = { ...hash.digest(), sums: await moneySums(connection, table) }
  }
  return found
}

/** Where two databases differ, in words; nothing when they hold the same. */
export function differences(
  wanted: BackupManifest['tables'],
  found: Readonly<Record<string, TableFingerprint>>,
): string[] {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].toSorted()
  return names.flatMap(name => {
    const [a, b] = [wanted[name], found[name]]
    if (!a || !b) return [`${name} is only ${a ? 'in the backup' : 'in the database'}`]
    if (a.rows !== b.rows) return [`${name}: ${a.rows} rows in the backup, ${b.rows} in the database`]
    const sums = Object.keys({ ...a.sums, ...b.sums }).filter(column => a.sums[column] !== b.sums[column])
    if (sums.length > 0) return sums.map(column => `${name}.${column}: ${a.sums[column]} / ${b.sums[column]}`)
    return a.sha256 === b.sha256 ? [] : [`${name}: other rows than in the backup`]
  })
}
