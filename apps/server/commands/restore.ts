import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endsOfChains, outsideRoots } from '@wattyard/finance/server'
import { adoptSecrets, linesOfAdopted } from '../whose-secrets/adopt-secrets.ts'
import { endEverySession } from '@wattyard/identity/server'
import { databaseOn, isSealed, readMigrations, restoreBackup, type Restored } from '@wattyard/server-kit'
import { join } from 'node:path'
import { openFile, readPassphrase } from '../backup/backup-files.ts'
import { proveCopy, proofLines } from '../backup/prove-copy.ts'
import { keyJudge, knownSecrets } from '../backup/verify-backup.ts'
import type { Environment } from '../environment.ts'
import { openPool } from '../open-database.ts'
import { ROOT } from '../root.ts'
import { parseSecrets, readSecrets, type Secrets, writeSecrets } from '../secrets.ts'
import { asJson, type BareCommand } from './command.ts'
import { USAGES } from './usages.ts'

/** Puts the keys in place that the backup brings; keys that are here already stay. Gives what is true afterwards. */
function keepSecrets(env: Environment, { files }: Restored): { secrets: Secrets; note: string } {
  const inside = files.get('secrets.json')
  if (existsSync(env.secretsFile))
    return { secrets: readSecrets(env.secretsFile), note: 'the keys of this data folder stay in use' }
  if (!inside)
    return {
      secrets: readSecrets(env.secretsFile),
      note: 'the backup brings no keys (it was made without a passphrase): new ones are in use. If you have the old secrets.json, put it into the data folder and give `secrets adopt --lost`',
    }
  const secrets = parseSecrets(inside)
  writeSecrets(env.secretsFile, secrets)
  return { secrets, note: 'the keys of the installation came with the backup' }
}

export const restoreCommand: BareCommand = {
  bare: true,
  ...USAGES.restore,
  async run(args, { env, print, tell, signal }) {
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
    if (!file) throw new Error(`usage: ${restoreCommand.usage}`)
    const path = resolve(file)
    const passphraseFile = values['passphrase-file'] ?? env.backupPassphraseFile
    const passphrase = passphraseFile !== null && (await isSealed(path)) ? readPassphrase(passphraseFile) : undefined
    const { bytes } = openFile(path, signal)
    const began = performance.now()
    const database = await openPool(env)
    try {
      const restored = await restoreBackup(database.pool, bytes, {
        migrations: readMigrations(join(ROOT, 'migrations')),
        passphrase,
        judgeKey: keyJudge(knownSecrets(env), values.foreign),
        say: tell,
      })
      const { secrets, note } = keepSecrets(env, restored)
      const db = databaseOn(database.pool)
      const adopted = await db.platform(tx => adoptSecrets(tx, secrets, Date.now()))
      const ended = await db.platform(tx => endEverySession(tx, Date.now()))
      // What this folder knew were the ends of other books.
      outsideRoots(env.rootsFile).beginAnew(await endsOfChains(db), Date.now())
      tell('books, closed days and orders are proved')
      const proof = await proveCopy(db, { facts: restored.manifest.facts, secrets, now: Date.now() })
      const { header, rows, keyName, migratedForward } = restored
      const took_ms = performance.now() - began
      if (values.json)
        print(
          asJson({
            ok: proof.ok,
            id: header.id,
            madeAt: header.at,
            rows,
            keyName,
            migratedForward,
            adopted,
            proof,
            took_ms,
          }),
        )
      else
        for (const line of [
          `${rows} rows of ${header.tables.length} tables restored and equal, in ${(took_ms / 1000).toFixed(1)} s`,
          `made ${new Date(header.at).toISOString()} by release ${header.app}, signed with key ${keyName}`,
          note,
          ...linesOfAdopted(adopted),
          `${ended} sessions ended: everybody signs in again`,
          ...proofLines(proof),
          ...(proof.ok
            ? []
            : ['the rows are those of the backup, but they do not add up: they did not when it was made']),
        ])
          print(line)
      return proof.ok ? 0 : 1
    } finally {
      await database.close()
    }
  },
}
