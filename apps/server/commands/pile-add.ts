import { parseArgs } from 'node:util'
import { addPile } from '@wattyard/assets/server'
import { addCredential } from '@wattyard/gateway/server'
import { Refusal } from '@wattyard/server-kit'
import { asJson, type Command } from './command.ts'
import { USAGES } from './usages.ts'

export const pileAdd: Command = {
  ...USAGES.pileAdd,
  async run(args, { db, env, print }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        station: { type: 'string' },
        connectors: { type: 'string' },
        'per-evse': { type: 'string' },
        'power-kw': { type: 'string' },
        current: { type: 'string', default: 'dc' },
        protocol: { type: 'string', default: 'ocpp16' },
        profile: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
    const [identity] = positionals
    if (!identity || !values.station) throw new Error(`usage: ${pileAdd.usage}`)
    const current = oneOf('current', values.current, ['dc', 'ac'] as const)
    const protocol = oneOf('protocol', values.protocol, ['ocpp16', 'ocpp201'] as const)
    const profile = oneOf('profile', values.profile ?? (env.tls ? 'tls' : 'plain'), ['plain', 'tls'] as const)
    const made = await db.platform(async tx => {
      const pile = await addPile(tx, {
        identity,
        stationCode: values.station ?? '',
        currentType: current,
        protocol,
        qrPrefix: `http://${env.host}:${env.port}/c/`,
        ...(values.connectors ? { connectorCount: whole('connectors', values.connectors) } : {}),
        ...(values['per-evse'] ? { connectorsPerEvse: whole('per-evse', values['per-evse']) } : {}),
        ...(values['power-kw'] ? { power_w: whole('power-kw', values['power-kw']) * 1000 } : {}),
      })
      const key = await addCredential(tx, { tenantId: pile.tenantId, pileId: pile.id, profile })
      return { identity, pileId: pile.id, station: values.station, connectors: pile.connectorCount, profile, key }
    })
    print(values.json ? asJson(made) : `${identity}\nkey ${made.key}   (shown once; only its hash is stored)`)
    return 0
  },
}

function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find(one => one === value)
  if (!found) throw new Refusal('kernel.invalid', { fields: { [name]: { key: 'kernel.field.notOneOf' } } })
  return found
}

function whole(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text) || text === '0')
    throw new Refusal('kernel.invalid', { fields: { [name]: { key: 'kernel.field.wrongType' } } })
  return Number(text)
}
