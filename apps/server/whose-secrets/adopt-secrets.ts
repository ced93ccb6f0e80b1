import { daySigner, type GivenUpKey, giveUpOtherKeys } from '@wattyard/finance/server'
import { removeLostFactors, tenantsByBooks } from '@wattyard/identity/server'
import { forgetLostSecrets } from '@wattyard/notifications/server'
import { markLostKeys } from '@wattyard/payments/server'
import type { Database, Tx } from '@wattyard/server-kit'
import { rememberedSecrets, replaceRemembered, strangeSecrets } from './known-secrets.ts'
import type { Secrets } from '../secrets.ts'

/** What is no more with the secrets that a database knew. */
export interface Adopted {
  /** Names of the secrets that were others. */
  changed: string[]
  keys: GivenUpKey[]
  /** People whose second factor is gone. */
  factors: number
  /** Ways of letters that are off until their secret is entered again. */
  letters: number
  /** Payment channels whose keys have to be entered again. */
  channels: number
}

/** Makes secrets those of a database, in the place of others that are lost, or were those of another product. */
export async function adoptSecrets(tx: Tx, secrets: Secrets, at: number): Promise<Adopted> {
  const known = await rememberedSecrets(tx)
  const { whole, gone } = await tenantsByBooks(tx)
  const keys = await giveUpOtherKeys(tx, {
    signer: daySigner(secrets.daySigning),
    former: known?.daySigning ?? null,
    tenants: [...whole, ...gone].map(({ id }) => id),
    at,
  })
  const sealKey = Buffer.from(secrets.channels, 'hex')
  const adopted = {
    changed: known === null ? [] : strangeSecrets(secrets, known),
    keys,
    factors: await removeLostFactors(tx, Buffer.from(secrets.factors, 'hex')),
    letters: await forgetLostSecrets(tx, sealKey),
    channels: await markLostKeys(tx, sealKey, at),
  }
  await replaceRemembered(tx, secrets)
  return adopted
}

/** Returns what adopting comes to, in lines for a terminal. */
export function linesOfAdopted({ changed, keys, factors, letters, channels }: Adopted): string[] {
  return [
    ...(changed.length > 0 ? [`other than those that the database knew: ${changed.join(', ')}`] : []),
    ...keys.map(
      ({ keyId, isKnown, closings, entries }) =>
        `signing key ${keyId} is a former one: ${closings} closings and ${entries} entries of the chain ` +
        (isKnown
          ? 'stay verifiable'
          : 'are recomputed from now on; their signatures cannot be checked, because nobody has its public half'),
    ),
    ...(factors > 0
      ? [
          `${factors} people had a second factor that no longer opens; it is gone, and they set one up again at their next sign-in`,
        ]
      : []),
    ...(letters > 0 ? [`${letters} ways of letters are off until their secret is entered again`] : []),
    ...(channels > 0
      ? [`${channels} payment channels are paused until the keys of their merchant are entered again`]
      : []),
    ...(changed.includes('assistant') ? ['the key of the assistant’s service has to be entered again'] : []),
    ...(changed.includes('backupSigning')
      ? ['backups from before are of another key: restore and verify them with --foreign']
      : []),
  ]
}

/** What was found out is carried out of a transaction that is to be undone. */
class Undone extends Error {
  readonly adopted: Adopted

  constructor(adopted: Adopted) {
    super('undone')
    this.adopted = adopted
  }
}

/** Returns what adopting would come to, and changes nothing. */
export async function foreseeAdopting(db: Database, secrets: Secrets, at: number): Promise<Adopted> {
  try {
    return await db.platform(async tx => {
      throw new Undone(await adoptSecrets(tx, secrets, at))
    })
  } catch (error) {
    if (error instanceof Undone) return error.adopted
    throw error
  }
}
