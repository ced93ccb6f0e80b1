import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { homeTenant } from '@wattyard/identity/server'
import { backupAt, recordVerdict } from '@wattyard/platform/server'
import { BackupFault, isSealed } from '@wattyard/server-kit'
import { openBackedUp } from '../backup/before-upgrade.ts'
import { readPassphrase } from '../backup/backup-files.ts'
import { proofLines } from '../backup/prove-copy.ts'
import { knownSecrets, type Verified, verifyBackup } from '../backup/verify-backup.ts'
import { hasInstallation, openForCommand } from '../open-database.ts'
import { asJson, type BareCommand, type Place } from './command.ts'
import { USAGES } from './usages.ts'

/** Faults that say something about the file, and not about who gave the command. */
const VERDICTS = new Set(['notABackup', 'damaged', 'differs', 'foreignKey'])

interface Outcome {
  id: string | null
  isGood: boolean
  note: string
}

/** Writes the verdict down where the backup is known; a file from elsewhere is nobody's row. */
async function keepVerdict({ env, tell }: Place, path: string, { id, isGood, note }: Outcome): Promise<void> {
  if (knownSecrets(env) === null || !hasInstallation(env)) return
  const database = await openBackedUp(env, openForCommand, tell)
  try {
    await database.db.platform(async tx => {
      const home = await homeTenant(tx)
      if (!home) return
      const known = id ?? (await backupAt(tx, home.id, { file: basename(path), folder: dirname(path) }))
      if (known) await recordVerdict(tx, home.id, { id: known, at: Date.now(), isGood, note })
    })
  } finally {
    await database.close()
  }
}

function linesOf(verified: Verified): string[] {
  return [
    `made ${new Date(verified.madeAt).toISOString()} by release ${verified.app}, signed with key ${verified.keyName}`,
    `${verified.rows} rows of ${verified.tables} tables restored and equal`,
    ...(verified.migratedForward.length > 0 ? [`migrated forward: ${verified.migratedForward.join(', ')}`] : []),
    ...proofLines(verified.proof),
    verified.proof.ok
      ? `good, in ${(verified.took_ms / 1000).toFixed(1)} s`
      : 'WRONG: it restores, but does not add up',
  ]
}

async function passphraseFor(path: string, named: string | undefined, { env }: Place): Promise<string | undefined> {
  const file = named ?? env.backupPassphraseFile
  return file !== null && (await isSealed(path)) ? readPassphrase(file) : undefined
}

export const backupVerify: BareCommand = {
  bare: true,
  ...USAGES.backupVerify,
  async run(args, place) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'passphrase-file': { type: 'string' },
        foreign: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const [file] = positionals
    if (!file) throw new Error(`usage: ${backupVerify.usage}`)
    const path = resolve(file)
    const options = {
      file: path,
      passphrase: await passphraseFor(path, values['passphrase-file'], place),
      foreign: values.foreign,
      signal: place.signal,
      say: place.tell,
    }
    try {
      const verified = await verifyBackup(place.env, options)
      const lines = linesOf(verified)
      await keepVerdict(place, path, { id: verified.id, isGood: verified.proof.ok, note: lines.join('\n') })
      place.print(values.json ? asJson({ ok: verified.proof.ok, ...verified }) : lines.join('\n'))
      return verified.proof.ok ? 0 : 1
    } catch (error) {
      if (error instanceof BackupFault && VERDICTS.has(error.code))
        await keepVerdict(place, path, { id: null, isGood: false, note: error.message })
      throw error
    }
  },
}
