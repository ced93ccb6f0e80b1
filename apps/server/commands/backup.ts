import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { homeTenant } from '@wattyard/identity/server'
import {
  backupSettings,
  chosenFolder,
  removeSurplus,
  type NewBackup,
  recordBackup,
  settingOf,
} from '@wattyard/platform/server'
import type { Database } from '@wattyard/server-kit'
import { pathOf, readPassphrase } from '../backup/backup-files.ts'
import { writeBackup } from '../backup/write-backup.ts'
import type { Environment } from '../environment.ts'
import { asJson, type Command } from './command.ts'
import { USAGES } from './usages.ts'

/** Writes it down for the home tenant; an installation before its first start has none, and nothing is lost by that. */
async function keepInMind(db: Database, made: NewBackup): Promise<void> {
  await db.platform(async tx => {
    const home = await homeTenant(tx)
    if (home) await recordBackup(tx, home.id, made)
  })
}

/** Lets those go that the rule does not keep. Gives their names. */
async function tidy(db: Database, env: Environment): Promise<string[]> {
  const gone = await db.platform(async tx => {
    const home = await homeTenant(tx)
    if (!home) return []
    const rule = await settingOf(tx, backupSettings, home.id)
    return removeSurplus(tx, { tenantId: home.id, rule, zone: home.zone })
  })
  return gone.map(one => {
    const path = pathOf(env.backupFolders, one)
    if (path) rmSync(path, { force: true })
    return one.file
  })
}

async function folderFor(db: Database, env: Environment): Promise<string> {
  return db.platform(async tx => {
    const home = await homeTenant(tx)
    const wanted = home ? (await settingOf(tx, backupSettings, home.id)).folder : null
    return chosenFolder(env.backupFolders, wanted)
  })
}

const size = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`

export const backupCommand: Command = {
  ...USAGES.backup,
  async run(args, { db, pool, env, secrets, print, signal }) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        to: { type: 'string' },
        'passphrase-file': { type: 'string' },
        scheduled: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const passphraseFile = values['passphrase-file'] ?? env.backupPassphraseFile
    const made = await writeBackup(pool, {
      secrets,
      cause: values.scheduled ? 'schedule' : 'asked',
      to: values.to === undefined ? { folder: await folderFor(db, env) } : { file: values.to },
      ...(passphraseFile === null ? {} : { passphrase: readPassphrase(passphraseFile) }),
      signal,
    })
    await keepInMind(db, made)
    const removed = values.scheduled ? await tidy(db, env) : []
    if (values.json) print(asJson({ ...made, removed }))
    else {
      print(`${made.path}`)
      print(
        `${made.rows} rows in ${size(made.bytes)}, ${(made.took_ms / 1000).toFixed(1)} s${made.sealed ? ', encrypted, with the installation’s keys' : ', without the installation’s keys'}; signed with key ${made.keyName}`,
      )
      for (const file of removed) print(`removed ${file}`)
    }
    return 0
  },
}
