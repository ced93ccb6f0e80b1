import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { adoptSecrets, foreseeAdopting, linesOfAdopted } from '../whose-secrets/adopt-secrets.ts'
import { databaseOn } from '@wattyard/server-kit'
import { openBackedUp } from '../backup/before-upgrade.ts'
import { whyOtherSecrets } from '../whose-secrets/known-secrets.ts'
import { hasInstallation, isCurrent, openPool, openToAdopt } from '../open-database.ts'
import { freshSecrets, type Secrets, storedSecrets } from '../secrets.ts'
import { asJson, type BareCommand, type Place } from './command.ts'
import { USAGES } from './usages.ts'

const EXPRESSLY =
  'Nothing was changed. If the data folder can be brought back, do that. If its secrets are lost, or were those of another product, ' +
  'give the command again with --lost: the secrets of this data folder are those of the database from then on'

/** Tells what it means; of a database of an earlier release less, because that is not brought forward for it. */
async function foresee({ env }: Place): Promise<string[]> {
  const { pool, close } = await openPool(env)
  try {
    const why = await whyOtherSecrets(pool, env)
    const secrets = {
      ...freshSecrets(),
      ...(existsSync(env.secretsFile) ? storedSecrets(env.secretsFile) : {}),
    } as Secrets // a stored one is a text
    return [
      why ?? `the secrets in ${env.secretsFile} are those that the database knows`,
      ...((await isCurrent(pool)) ? linesOfAdopted(await foreseeAdopting(databaseOn(pool), secrets, Date.now())) : []),
    ]
  } finally {
    await close()
  }
}

export const secretsAdopt: BareCommand = {
  bare: true,
  ...USAGES.secretsAdopt,
  async run(args, place) {
    const { env, print, tell } = place
    const { values } = parseArgs({
      args: [...args],
      options: { lost: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
    })
    if (!hasInstallation(env))
      throw new Error(`no installation in ${env.dataFolder}: start the product there once, or set WATTYARD_DATA`)
    if (!values.lost) {
      for (const line of [...(await foresee(place)), EXPRESSLY]) print(line)
      return 1
    }
    const database = await openBackedUp(env, openToAdopt, tell)
    try {
      const { db, secrets } = database
      const adopted = await db.platform(tx => adoptSecrets(tx, secrets, Date.now()))
      if (values.json) print(asJson(adopted))
      else
        for (const line of [
          `the secrets in ${env.secretsFile} are those of the database now`,
          ...linesOfAdopted(adopted),
        ])
          print(line)
      return 0
    } finally {
      await database.close()
    }
  },
}
