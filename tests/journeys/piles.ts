import { addPile } from '@wattyard/assets/server'
import { addCredential } from '@wattyard/gateway/server'
import { connectPile } from '@wattyard/gateway/testing'
import { col } from '@wattyard/server-kit'
import { productUrl } from './console.ts'
import { freshName, inDatabase } from './people.ts'

interface NewPile {
  readonly identity: string
  readonly key: string
}

/** Makes a pile that may connect, of the station with that code, or of the oldest: those that journeys make are their own. */
export async function aPile(ofStation?: string): Promise<NewPile> {
  const identity = freshName('R').slice(0, 20)
  const key = await inDatabase(db =>
    db.platform(async tx => {
      const [found] = await tx.query(
        { code: col.text },
        'select code from assets_station where $1::text is null or code = $1 order by id limit 1',
        [ofStation ?? null],
      )
      if (!found) throw new Error(`the demonstration has no station ${ofStation ?? ''}`)
      const pile = await addPile(tx, { identity, stationCode: found.code, qrPrefix: 'https://charge.example/c/' })
      return addCredential(tx, { tenantId: pile.tenantId, pileId: pile.id, profile: 'plain' })
    }),
  )
  return { identity, key }
}

/** Connects a pile as a device does. */
export async function connect({ identity, key }: NewPile): ReturnType<typeof connectPile> {
  return connectPile(
    `${productUrl().replace('http', 'ws')}/ocpp/${identity}`,
    'ocpp1.6',
    `Basic ${Buffer.from(`${identity}:${key}`).toString('base64')}`,
  )
}
