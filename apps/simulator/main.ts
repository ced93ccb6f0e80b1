import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isJsonObject } from '@wattyard/ocpp-frame'
import { isPileKind } from './charging.ts'
import { createFleet, type FleetPile } from './fleet.ts'
import { untilStopped } from './until-stopped.ts'

const HELP = `Virtual piles against an OCPP server.

  node apps/simulator/main.ts --url ws://127.0.0.1:8080/ocpp --piles piles.json [options]

  --piles    a JSON list of { identity, stationKey, kind, connectors, version }, or an object
             { piles: [...], tags: [...] }; kind is dc-60, dc-120, dc-180 or ac-7,
             version is ocpp1.6 (default) or ocpp2.0.1;
             connectorsPerEvse (1): how many share an EVSE, where one charges at a time;
             power_w, what the pile is rated for, bounds what its kind would give;
             to one with idle: true no driver comes; vendor and model, what it says of itself;
             begins, the state of its first connector: fault or reserved
  --tags     tags of the drivers, separated by commas (in addition to those of the file)
  --seed     number of the day that is played (1)
  --speed    how much faster than life cars come and go (1)
  --visits   cars per connector and day (12)
  --busy     share of the connectors whose first car comes within seconds (as many as are in use at this hour)
  --least    connectors whose first car comes within seconds, at least (0)
  --offset   of the stations' clock from UTC, in minutes (480)
  --interval seconds between meter values (15)

A stand-in of WeChat Pay on this machine: node apps/simulator/main.ts wechat --help
`
const REPORT_EVERY_MS = 10_000
/** Time for the piles to report the power failure. */
const LAST_WORDS_MS = 3_000

const isWholeUpTo = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Reads one entry of the list of piles.
 * @throws Error with the index of the entry and the fault
 */
export function readPile(value: unknown, index: number): FleetPile {
  const wrong = (what: string) => new Error(`pile ${index}: ${what}`)
  if (!isJsonObject(value)) throw wrong('is not an object')
  const {
    identity,
    stationKey,
    kind = 'dc-120',
    connectors = 1,
    connectorsPerEvse = 1,
    version = 'ocpp1.6',
    register_wh = 0,
    power_w,
    idle,
    vendor,
    model,
    begins,
  } = value
  if (typeof identity !== 'string' || identity === '') throw wrong('identity is missing')
  if (typeof stationKey !== 'string') throw wrong('stationKey is missing')
  if (typeof kind !== 'string' || !isPileKind(kind)) throw wrong('kind is not one of dc-60, dc-120, dc-180, ac-7')
  if (typeof connectors !== 'number' || !Number.isInteger(connectors) || connectors < 1 || connectors > 20)
    throw wrong('connectors is not 1 to 20')
  if (!isWholeUpTo(connectorsPerEvse, connectors)) throw wrong('connectorsPerEvse is not 1 to the number of connectors')
  if (version !== 'ocpp1.6' && version !== 'ocpp2.0.1') throw wrong('version is not ocpp1.6 or ocpp2.0.1')
  if (typeof register_wh !== 'number' || !Number.isInteger(register_wh) || register_wh < 0)
    throw wrong('register_wh is not a whole number')
  if (idle !== undefined && typeof idle !== 'boolean') throw wrong('idle is neither true nor false')
  for (const text of [vendor, model]) if (text !== undefined && !isText(text)) throw wrong('vendor or model is no text')
  if (begins !== undefined && begins !== 'fault' && begins !== 'reserved')
    throw wrong('begins is not fault or reserved')
  const pile: FleetPile = {
    identity,
    stationKey,
    kind,
    connectors,
    connectorsPerEvse,
    version,
    register_wh,
    ...(idle ? { idle } : {}),
    ...(isText(vendor) ? { vendor } : {}),
    ...(isText(model) ? { model } : {}),
    ...(begins === undefined ? {} : { begins }),
  }
  if (power_w === undefined) return pile
  if (typeof power_w !== 'number' || !Number.isInteger(power_w) || power_w < 1)
    throw wrong('power_w is not a whole number of watts')
  return { ...pile, power_w }
}

/** Reads the file of piles. */
export function readFleetFile(text: string): { piles: FleetPile[]; tags: string[] } {
  const value: unknown = JSON.parse(text)
  const list: unknown = isJsonObject(value) ? value['piles'] : value
  const tags: unknown = isJsonObject(value) ? (value['tags'] ?? []) : []
  if (!Array.isArray(list)) throw new Error('the pile file holds no list of piles')
  if (!Array.isArray(tags) || !tags.every(tag => typeof tag === 'string'))
    throw new Error('tags is not a list of texts')
  return { piles: list.map(readPile), tags }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'ws://127.0.0.1:8080/ocpp' },
      piles: { type: 'string' },
      tags: { type: 'string', default: '' },
      seed: { type: 'string', default: '1' },
      speed: { type: 'string', default: '1' },
      visits: { type: 'string', default: '12' },
      interval: { type: 'string', default: '15' },
      busy: { type: 'string' },
      least: { type: 'string', default: '0' },
      offset: { type: 'string', default: '480' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || values.piles === undefined) {
    process.stdout.write(HELP)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const file = readFleetFile(readFileSync(values.piles, 'utf8'))
  const fleet = createFleet({
    url: values.url,
    piles: file.piles,
    tags: [...file.tags, ...values.tags.split(',').filter(tag => tag !== '')],
    seed: positive('seed', values.seed),
    speed: positive('speed', values.speed),
    visitsPerDay: positive('visits', values.visits),
    meterInterval_ms: positive('interval', values.interval) * 1_000,
    ...(values.busy === undefined ? {} : { busyAtStart: positive('busy', values.busy) }),
    leastAtStart: finite('least', values.least),
    utcOffset_min: finite('offset', values.offset),
  })
  fleet.start()
  const report = setInterval(() => {
    const { online, charging, started, stopped, refused, unsent, energy_wh } = fleet.counts()
    process.stdout.write(
      `online ${online}/${file.piles.length} · charging ${charging} · started ${started} · stopped ${stopped} · refused ${refused} · unsent ${unsent} · ${Math.round(energy_wh / 1_000)} kWh\n`,
    )
  }, REPORT_EVERY_MS)
  await untilStopped()
  clearInterval(report)
  await fleet.powerDown(LAST_WORDS_MS)
  await fleet.stop()
}

function finite(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value)) throw new Error(`--${name} is not a number`)
  return value
}

function positive(name: string, text: string): number {
  const value = finite(name, text)
  if (value <= 0) throw new Error(`--${name} is not a positive number`)
  return value
}

if (import.meta.main) {
  const [first, ...others] = process.argv.slice(2)
  // Piles do not need to load what speaks with merchants.
  const run = first === 'wechat' ? import('./wechat-pay/command.ts').then(({ runWechat }) => runWechat(others)) : main()
  run.catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
