import { type Energy, energy, subEnergy } from '@wattyard/money'
import type {
  ConnectorStatus,
  FactBase,
  MeterRead,
  Sample,
  SampleContext,
  SessionFactBase,
  SessionStarted,
  SessionStopped,
} from '@wattyard/gateway/contract'
import type { SessionFact } from '../contract/session/session-state.ts'
import { seededRandom } from './random.ts'

export interface SessionOptions {
  seed: number
  tenantId: string
  pileId: string
  sessionId: string
  connector: number
  startedAt: number
  durationMs: number
  /** Distance of periodic samples; 0 sends none. */
  sampleMs: number
  ratedPowerW: number
  /** Share of rated power the car takes while its battery is not nearly full, permille. */
  loadPermille: number
  meterStart: Energy
  /** `dc` has a state of charge and tapers above 80 %; `ac` is flat without one. */
  current: 'ac' | 'dc'
  batteryWh: number
  socStartPermille: number
  dialect: 'ocpp16' | 'ocpp201'
  /** `intervals` is a pile that sends energy per interval and no register at all. */
  meter: 'registers' | 'intervals'
  hasPower: boolean
  reason: string | null
}

export interface GeneratedSession {
  facts: SessionFact[]
  options: SessionOptions
  /** True values, to compare the results with. */
  truth: { energy: Energy; startedAt: number; endedAt: number; meterStart: Energy; meterStop: Energy }
}

const BASE_MS = Date.UTC(2026, 4, 11, 8, 0, 0)

/**
 * A charging session from a physical model, as facts from the gateway. Everything not given is drawn from the seed. Registers are
 * whole Wh, as OCPP 1.6 start and stop values are.
 */
export function aSession(overrides: Partial<SessionOptions> = {}): GeneratedSession {
  const options = { ...drawOptions(overrides.seed ?? 1), ...overrides }
  const readings = measure(options)
  const samples = readings.slice(1, -1)
  const first = readings[0]
  const last = readings.at(-1)
  if (first === undefined || last === undefined) throw new RangeError('a session has a start and an end')
  const facts: SessionFact[] = [
    statusFact(options, 'plugged', options.startedAt - 5_000, 0),
    startFact(options, first, 1),
    statusFact(options, 'charging', options.startedAt + 1_000, 2),
    ...samples.map((reading, index) => readFact(options, reading, index + 3, index + 1)),
    stopFact(options, last, samples.length + 3, samples.length + 1),
    statusFact(options, 'finishing', last.at + 1_000, samples.length + 4),
  ]
  return {
    facts,
    options,
    truth: {
      energy: subEnergy(last.register, first.register),
      startedAt: options.startedAt,
      endedAt: last.at,
      meterStart: first.register,
      meterStop: last.register,
    },
  }
}

function drawOptions(seed: number): SessionOptions {
  const random = seededRandom(seed)
  const current = random.pick<'ac' | 'dc'>(['ac', 'dc'])
  const ratedPowerW = current === 'ac' ? random.pick([7_000, 11_000, 22_000]) : random.pick([30_000, 60_000, 120_000])
  return {
    seed,
    tenantId: 'tenant-1',
    pileId: `pile-${seed}`,
    sessionId: `session-${seed}`,
    connector: random.int(1, 2),
    startedAt: BASE_MS + random.int(0, 86_400) * 1_000,
    durationMs: random.int(600, current === 'ac' ? 28_800 : 5_400) * 1_000,
    sampleMs: random.pick([30_000, 60_000, 300_000]),
    ratedPowerW,
    loadPermille: random.int(300, 1_000),
    meterStart: energy(BigInt(random.int(1_000, 900_000_000)) * 10n),
    current,
    batteryWh: random.int(40_000, 100_000),
    socStartPermille: random.int(50, 600),
    dialect: random.pick<'ocpp16' | 'ocpp201'>(['ocpp16', 'ocpp201']),
    meter: 'registers',
    hasPower: true,
    reason: random.pick(['Local', 'EVDisconnected', 'Remote', null]),
  }
}

interface Measured {
  at: number
  register: Energy
  interval: Energy
  powerW: number
  socPermille: number | null
}

/** One measured moment at the start, at every sample, and at the end. */
function measure(options: SessionOptions): Measured[] {
  const { startedAt, durationMs, sampleMs, batteryWh } = options
  const measured: Measured[] = []
  let deliveredWMs = 0
  let previous = options.meterStart
  const take = (atMs: number): void => {
    // 1 Wh = 3,600,000 W·ms; whole Wh like a billing meter's pulse count.
    const register = energy(options.meterStart + BigInt(Math.floor(deliveredWMs / 3_600_000)) * 10n)
    const soc = socOf(options, deliveredWMs)
    measured.push({
      at: startedAt + atMs,
      register,
      interval: subEnergy(register, previous),
      powerW: powerAt(options, soc),
      socPermille: options.current === 'dc' ? soc : null,
    })
    previous = register
  }
  take(0)
  const step = sampleMs > 0 ? sampleMs : durationMs
  for (let elapsed = 0; elapsed < durationMs; ) {
    const ms = Math.min(step, durationMs - elapsed)
    const full = batteryWh * (1_000 - options.socStartPermille) * 3_600
    deliveredWMs = Math.min(deliveredWMs + powerAt(options, socOf(options, deliveredWMs)) * ms, full)
    elapsed += ms
    take(elapsed)
  }
  return measured
}

function socOf({ socStartPermille, batteryWh }: SessionOptions, deliveredWMs: number): number {
  return Math.min(1_000, socStartPermille + Math.floor(deliveredWMs / 3_600 / batteryWh))
}

/** Full load up to 80 %, then falling to nothing at 100 % (the shape of every lithium charge curve). */
function powerAt({ ratedPowerW, loadPermille }: SessionOptions, soc: number): number {
  const load = Math.floor((ratedPowerW * loadPermille) / 1_000)
  if (soc >= 1_000) return 0
  return soc <= 800 ? load : Math.max(500, Math.floor((load * (1_000 - soc)) / 200))
}

function base(options: SessionOptions, at: number, seq: number): FactBase {
  return {
    frame: `${options.pileId}:${seq}`,
    tenantId: options.tenantId,
    pileId: options.pileId,
    receivedAt: at + 200,
    deviceAt: at,
    at,
    clock: 'device',
  }
}

function sessionBase(options: SessionOptions, at: number, seq: number, seqNo: number): SessionFactBase {
  return {
    ...base(options, at, seq),
    sessionId: options.sessionId,
    connector: options.connector,
    seqNo: options.dialect === 'ocpp201' ? seqNo : null,
    offline: false,
  }
}

function statusFact(
  options: SessionOptions,
  state: ConnectorStatus['state'],
  at: number,
  seq: number,
): ConnectorStatus {
  return {
    ...base(options, at, seq),
    kind: 'connector-status',
    connector: options.connector,
    state,
    errorCode: null,
    info: null,
    vendorErrorCode: null,
  }
}

function startFact(options: SessionOptions, reading: Measured, seq: number): SessionStarted {
  return {
    ...sessionBase(options, reading.at, seq, 0),
    kind: 'session-started',
    transactionId: `txn-${options.seed}`,
    tag: `TAG${options.seed}`,
    method: 'tag',
    meterStart: options.meter === 'registers' ? reading.register : null,
    reservationId: null,
    verdict: 'accepted',
  }
}

function sampleOf(options: SessionOptions, reading: Measured, context: SampleContext): Sample {
  return {
    at: reading.at,
    context,
    register: options.meter === 'registers' ? reading.register : null,
    interval: options.meter === 'intervals' ? reading.interval : null,
    powerW: options.hasPower ? reading.powerW : null,
    currentMa: null,
    voltageMv: null,
    socPermille: reading.socPermille,
    temperatureDeciC: null,
    other: [],
  }
}

function readFact(options: SessionOptions, reading: Measured, seq: number, seqNo: number): MeterRead {
  return {
    ...sessionBase(options, reading.at, seq, seqNo),
    kind: 'meter-read',
    samples: [sampleOf(options, reading, 'periodic')],
  }
}

function stopFact(options: SessionOptions, reading: Measured, seq: number, seqNo: number): SessionStopped {
  const hasSample = options.dialect === 'ocpp201' || options.meter === 'intervals'
  return {
    ...sessionBase(options, reading.at, seq, seqNo),
    kind: 'session-stopped',
    tag: null,
    meterStop: options.meter === 'registers' ? reading.register : null,
    reason: options.reason,
    samples: hasSample ? [sampleOf(options, reading, 'end')] : [],
  }
}
