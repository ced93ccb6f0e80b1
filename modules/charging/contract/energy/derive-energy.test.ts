import { type Energy, energy, parseEnergy } from '@wattyard/money'
import type { MeterRead, Sample, SampleContext, SessionStarted, SessionStopped } from '@wattyard/gateway/contract'
import { describe, expect, test } from 'vitest'
import zh from '../../locales/zh.json' with { type: 'json' }
import { type DerivedEnergy, deriveEnergy, type EnergyLimits } from './derive-energy.ts'
import { CONFIDENCES, ENERGY_RULES, type EnergyCode } from './energy-rules.ts'
import { foldSession } from '../session/session-fold.ts'
import { MAX_READINGS, type SessionFact } from '../session/session-state.ts'

// One rule, one session: a pile with a total of 910 kWh on its meter, rated 7 kW, charging from 10:00 to 11:00.

const T0 = Date.UTC(2026, 4, 11, 10, 0, 0)
const MINUTE = 60_000
const LIMITS: EnergyLimits = { ratedPowerW: 7_000, lastRegister: null, now: T0 + 86_400_000 }

let frame = 0
function common(minute: number) {
  const at = T0 + minute * MINUTE
  return {
    frame: `p:${++frame}`,
    tenantId: 't',
    pileId: 'p',
    sessionId: 's',
    connector: 1,
    receivedAt: at + 100,
    deviceAt: at,
    at,
    clock: 'device' as const,
    seqNo: null,
    offline: false,
  }
}

function kwh(text: string | null): Energy | null {
  return text === null ? null : parseEnergy(text)
}

function start(register: string | null, more: Partial<SessionStarted> = {}): SessionStarted {
  return {
    ...common(0),
    kind: 'session-started',
    transactionId: '1',
    tag: 'TAG',
    method: 'tag',
    meterStart: kwh(register),
    reservationId: null,
    verdict: 'accepted',
    ...more,
  }
}

function stop(register: string | null, more: Partial<SessionStopped> = {}, minute = 60): SessionStopped {
  return {
    ...common(minute),
    kind: 'session-stopped',
    tag: null,
    meterStop: kwh(register),
    reason: null,
    samples: [],
    ...more,
  }
}

interface ReadingText {
  register?: string | null
  interval?: string
  powerW?: number
  context?: SampleContext
}

function sample(minute: number, { register = null, interval, powerW, context = 'periodic' }: ReadingText): Sample {
  return {
    at: T0 + minute * MINUTE,
    context,
    register: kwh(register),
    interval: kwh(interval ?? null),
    powerW: powerW ?? null,
    currentMa: null,
    voltageMv: null,
    socPermille: null,
    temperatureDeciC: null,
    other: [],
  }
}

function read(minute: number, reading: ReadingText, more: Partial<MeterRead> = {}): MeterRead {
  return { ...common(minute), kind: 'meter-read', samples: [sample(minute, reading)], ...more }
}

/** Register readings every five minutes, 0.5 kWh apart (6 kW): 910.5 … */
function course(from: number, to: number, base = 910, step = 0.5): MeterRead[] {
  const reads: MeterRead[] = []
  for (let minute = from; minute <= to; minute += 5)
    reads.push(read(minute, { register: (base + (minute / 5) * step).toFixed(4) }))
  return reads
}

function derive(facts: SessionFact[], limits: Partial<EnergyLimits> = {}): DerivedEnergy {
  return deriveEnergy(foldSession(facts), { ...LIMITS, ...limits })
}

function codes(derived: DerivedEnergy): EnergyCode[] {
  return derived.flags.map(flag => flag.code)
}

interface Case {
  name: EnergyCode
  facts: () => SessionFact[]
  limits?: Partial<EnergyLimits>
  /** kWh */
  energy: string
  method: DerivedEnergy['method']
  billable: boolean
  /** Further rules that apply; the named one is expected anyway. */
  also?: EnergyCode[]
}

const good = () => [start('910'), ...course(5, 55), stop('916')]

const CASES: Case[] = [
  { name: 'registers-and-samples', facts: good, energy: '6', method: 'registers-and-samples', billable: true },
  { name: 'registers', facts: () => [start('910'), stop('916')], energy: '6', method: 'registers', billable: true },
  {
    name: 'last-sample',
    facts: () => [start('910'), ...course(5, 55), stop(null)],
    energy: '5.5',
    method: 'last-sample',
    billable: true,
  },
  {
    name: 'first-sample',
    facts: () => [start(null), ...course(5, 55), stop('916')],
    energy: '5.5',
    method: 'first-sample',
    billable: true,
  },
  {
    name: 'samples',
    facts: () => [start(null), ...course(5, 55), stop(null)],
    energy: '5',
    method: 'samples',
    billable: true,
  },
  {
    name: 'intervals',
    facts: () => [start(null), ...[15, 30, 45, 60].map(minute => read(minute, { interval: '1.5' })), stop(null)],
    energy: '6',
    method: 'intervals',
    billable: true,
  },
  {
    name: 'segments',
    facts: () => [start('910'), ...course(5, 30), ...course(35, 55, -3.2), stop('2.8')],
    energy: '5.8',
    method: 'segments',
    billable: false,
    also: ['register-reset', 'stop-below-start'],
  },
  { name: 'no-readings', facts: () => [start(null), stop(null)], energy: '0', method: 'no-readings', billable: false },
  {
    name: 'not-started',
    facts: () => [...course(5, 55), stop('916')],
    energy: '5.5',
    method: 'first-sample',
    billable: false,
  },
  {
    name: 'not-ended',
    facts: () => [start('910'), ...course(5, 30)],
    energy: '3',
    method: 'last-sample',
    billable: false,
  },
  {
    // The bill that made this rule book: Transaction.Begin of 0, the meter's total as stop register (0.083 kWh flowed).
    name: 'begin-zero',
    facts: () => [
      start('0'),
      read(1, { register: '910.0000' }),
      read(2, { register: '910.05' }),
      stop('910.083', {}, 3),
    ],
    energy: '0.083',
    method: 'first-sample',
    billable: true,
  },
  {
    name: 'start-disagrees',
    facts: () => [start('700'), ...course(5, 55), stop('916')],
    energy: '5.5',
    method: 'first-sample',
    billable: false,
  },
  {
    name: 'stop-disagrees',
    facts: () => [start('910'), ...course(5, 55), stop('990')],
    energy: '5.5',
    method: 'last-sample',
    billable: false,
  },
  {
    name: 'stop-below-start',
    facts: () => [start('910'), stop('0')],
    energy: '0',
    method: 'no-readings',
    billable: false,
  },
  {
    name: 'register-reset',
    facts: () => [start('10'), ...course(5, 25, 10), ...course(30, 55, -3), stop(null)],
    energy: '5',
    method: 'segments',
    billable: false,
    also: ['segments'],
  },
  {
    name: 'registers-disagree',
    facts: () => [
      start('910'),
      ...course(5, 55).map((fact, index) => (index % 2 === 0 ? read(5 + 5 * index, { register: '3' }) : fact)),
      stop('916'),
    ],
    energy: '6',
    method: 'registers-and-samples',
    billable: false,
  },
  {
    name: 'samples-dropped',
    facts: () => [start('910'), ...course(5, 25), read(30, { register: '915.9' }), ...course(35, 55), stop('916')],
    energy: '6',
    method: 'registers-and-samples',
    billable: true,
  },
  {
    name: 'head-gap',
    facts: () => [start(null), ...course(10, 55), stop('916')],
    energy: '5',
    method: 'first-sample',
    billable: false,
  },
  {
    name: 'tail-gap',
    facts: () => [start('910'), ...course(5, 50), stop(null)],
    energy: '5',
    method: 'last-sample',
    billable: false,
  },
  {
    name: 'interval-gap',
    facts: () => [start(null), ...[10, 20, 40, 50, 60].map(minute => read(minute, { interval: '1' })), stop(null)],
    energy: '5',
    method: 'intervals',
    billable: false,
  },
  {
    name: 'intervals-disagree',
    facts: () => [...good(), read(30, { interval: '1' }), read(58, { interval: '1' })],
    energy: '6',
    method: 'registers-and-samples',
    billable: true,
  },
  {
    name: 'samples-rescaled',
    facts: () => [start('910'), ...course(5, 55, 0.91, 0.0005), stop('916')],
    energy: '6',
    method: 'registers-and-samples',
    billable: true,
  },
  {
    name: 'unit-thousand',
    facts: () => [start('910'), ...[10, 20, 30, 40, 50].map(minute => read(minute, { powerW: 6_000 })), stop('6910')],
    energy: '6',
    method: 'registers',
    billable: false,
    also: ['power-exceeded'],
  },
  {
    name: 'power-unit',
    facts: () => [start('910'), ...[10, 20, 30, 40, 50].map(minute => read(minute, { powerW: 6 })), stop('916')],
    energy: '6',
    method: 'registers',
    billable: true,
  },
  {
    name: 'clock-corrected',
    facts: () => [start('910', { clock: 'corrected' }), stop('916')],
    energy: '6',
    method: 'registers',
    billable: true,
  },
  {
    name: 'clock-received',
    facts: () => [start('910', { clock: 'received' }), stop('916')],
    energy: '6',
    method: 'registers',
    billable: true,
  },
  {
    name: 'time-unknown',
    facts: () => [start('910', { clock: 'manual', offline: true }), stop('916')],
    energy: '6',
    method: 'registers',
    billable: false,
  },
  {
    name: 'samples-outside-time',
    facts: () => [...good(), read(-30, { register: '910' })],
    energy: '6',
    method: 'registers-and-samples',
    billable: true,
  },
  {
    name: 'samples-off-time',
    facts: () => [start('910'), ...course(5, 55), stop(null), read(120, { register: '916' })],
    energy: '6',
    method: 'last-sample',
    billable: false,
  },
  {
    name: 'energy-after-stop',
    facts: () => [...good(), read(75, { register: '917.5' })],
    energy: '6',
    method: 'registers-and-samples',
    billable: false,
  },
  {
    name: 'offline',
    facts: () => [start('910', { offline: true }), stop('916', { offline: true })],
    energy: '6',
    method: 'registers',
    billable: true,
  },
  {
    name: 'power-exceeded',
    facts: () => [start('910'), stop('918')],
    energy: '8',
    method: 'registers',
    billable: false,
  },
  {
    name: 'register-jump',
    facts: () => [start('910'), read(30, { register: '910' }), read(31, { register: '915' }), stop('915')],
    energy: '5',
    method: 'registers-and-samples',
    billable: false,
  },
  {
    name: 'too-long',
    facts: () => [start('910'), stop('916', {}, 24 * 60 + 1)],
    limits: { now: T0 + 3 * 86_400_000 },
    energy: '6',
    method: 'registers',
    billable: false,
  },
  {
    name: 'time-reversed',
    facts: () => [start('910'), stop('910', {}, -5)],
    energy: '0',
    method: 'registers',
    billable: false,
  },
  {
    name: 'year-out-of-range',
    facts: () => [start('910', { at: Date.UTC(1999, 10, 30), deviceAt: null }), stop('916')],
    energy: '6',
    method: 'registers',
    billable: false,
    also: ['too-long'],
  },
  { name: 'zero-energy', facts: () => [start('910'), stop('910')], energy: '0', method: 'registers', billable: true },
  {
    name: 'register-frozen',
    facts: () => [start('910'), ...[10, 20, 30, 40, 50].map(minute => read(minute, { powerW: 6_000 })), stop('910')],
    energy: '0',
    method: 'registers',
    billable: false,
  },
  {
    name: 'start-conflict',
    facts: () => [...good(), start('909', { receivedAt: T0 + MINUTE })],
    energy: '6',
    method: 'registers-and-samples',
    billable: false,
  },
  {
    name: 'card-conflict',
    facts: () => [...good(), start('910', { tag: 'ANOTHER', receivedAt: T0 + MINUTE })],
    energy: '6',
    method: 'registers-and-samples',
    billable: false,
    also: ['version-differs'],
  },
  {
    name: 'stop-conflict',
    facts: () => [...good(), stop('915', { receivedAt: T0 + 90 * MINUTE })],
    energy: '6',
    method: 'registers-and-samples',
    billable: false,
  },
  {
    name: 'reading-conflict',
    facts: () => [...good(), read(30, { register: '913.1' }, { receivedAt: T0 + 90 * MINUTE })],
    energy: '6',
    method: 'registers-and-samples',
    billable: true,
  },
  {
    name: 'overflow',
    facts: () => [
      start('910'),
      {
        ...read(5, {}),
        samples: Array.from({ length: MAX_READINGS + 1 }, (_, index) => sample(index / 1e4, { register: '910' })),
      },
      stop('916'),
    ],
    energy: '6',
    method: 'registers-and-samples',
    billable: false,
  },
  {
    name: 'negative-register',
    facts: () => [start('-5'), ...course(5, 55), stop('916')],
    energy: '5.5',
    method: 'first-sample',
    billable: false,
  },
  {
    name: 'start-behind',
    facts: () => [start('0'), stop('5')],
    limits: { lastRegister: parseEnergy('4') },
    energy: '5',
    method: 'registers',
    billable: false,
  },
  { name: 'begin-unconfirmed', facts: () => [start('0'), stop('5')], energy: '5', method: 'registers', billable: true },
  {
    name: 'rated-power-unknown',
    facts: good,
    limits: { ratedPowerW: null },
    energy: '6',
    method: 'registers-and-samples',
    billable: true,
  },
  {
    name: 'version-differs',
    facts: () => [...good(), stop('916', { reason: 'Reboot', receivedAt: T0 + 90 * MINUTE })],
    energy: '6',
    method: 'registers-and-samples',
    billable: true,
  },
  {
    name: 'events-missing',
    facts: () => [start('910', { seqNo: 0 }), stop('916', { seqNo: 6 })],
    energy: '6',
    method: 'registers',
    billable: true,
  },
]

describe('the rule book', () => {
  test('every rule has a case, every number is used once', () => {
    expect(CASES.map(({ name }) => name).toSorted()).toEqual(Object.keys(ENERGY_RULES).toSorted())
    const ids = Object.values(ENERGY_RULES).map(rule => rule.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a rule whose confidence is below medium blocks, and no other does', () => {
    for (const [code, rule] of Object.entries(ENERGY_RULES)) {
      const isWeak = CONFIDENCES.indexOf(rule.ceiling) > CONFIDENCES.indexOf('medium')
      expect(`${code} ${rule.effect === 'block'}`).toBe(`${code} ${isWeak && rule.effect !== 'basis'}`)
    }
  })

  test.each(CASES)('$name', ({ name, facts, limits, energy: expected, method, billable, also = [] }) => {
    const derived = derive(facts(), limits)
    expect(codes(derived)).toEqual(expect.arrayContaining([name, ...also]))
    expect(derived.energy).toBe(parseEnergy(expected))
    expect(derived.method).toBe(method)
    expect(derived.billable).toBe(billable)
    for (const flag of derived.flags)
      expect(Object.keys(flag.evidence).filter(key => !(key in zh.charging.evidence))).toEqual([])
    expect(derived.flags.filter(flag => flag.effect === 'basis').map(flag => flag.code)).toEqual([method])
  })
})

describe('details that bills hang on', () => {
  test('the points of a good session are its start, its samples and its stop', () => {
    const { points, confidence, flags } = derive(good())
    expect(points).toHaveLength(13)
    expect(points[0]).toEqual({ at: T0, register: parseEnergy('910') })
    expect(points[6]).toEqual({ at: T0 + 30 * MINUTE, register: parseEnergy('913') })
    expect(points.at(-1)).toEqual({ at: T0 + 60 * MINUTE, register: parseEnergy('916') })
    expect(confidence).toBe('exact')
    expect(flags).toHaveLength(1)
  })

  test('a fraction of a second shows as much as one step of meter and clock, and not a watt-hour more', () => {
    const after = (ms: number, register: string) =>
      derive([start('910', { deviceAt: T0 + 1 }), stop(register, { at: T0 + ms, deviceAt: T0 + ms }, 0)])
    // 7 kW for 100 ms are 0.2 Wh: the register may step once, not twice.
    expect(codes(after(100, '910.001'))).not.toContain('power-exceeded')
    expect(codes(after(100, '910.002'))).toContain('power-exceeded')
    // Told in whole seconds, "at once" may have been a second: 1.9 Wh, and a tenth, and one step.
    expect(codes(after(0, '910.004'))).toContain('power-exceeded')
    const whole = (register: string) => derive([start('910'), stop(register, {}, 0)])
    expect(codes(whole('910.003'))).not.toContain('power-exceeded')
    expect(codes(whole('910.004'))).toContain('power-exceeded')
  })

  test('the odometer without any sample is impossible, not a unit error, and not billed', () => {
    const derived = derive([start('0'), stop('910.083')])
    expect(codes(derived)).toEqual(['registers', 'begin-unconfirmed', 'power-exceeded'])
    expect(derived.billable).toBe(false)
  })

  test('a register in Wh called kWh is proposed a thousandth by rated power alone', () => {
    const derived = derive([start('910000'), stop('916000')])
    expect(derived.energy).toBe(parseEnergy('6'))
    expect(codes(derived)).toContain('unit-thousand')
    expect(derived.billable).toBe(false)
  })

  test('a register in kWh called Wh is found by measured power', () => {
    const powers = [10, 20, 30, 40, 50].map(minute => read(minute, { powerW: 6_000 }))
    const derived = derive([start('0.91'), ...powers, stop('0.916')])
    expect(derived.energy).toBe(parseEnergy('6'))
    expect(derived.flags.find(flag => flag.code === 'unit-thousand')?.evidence).toMatchObject({ energy: '0.0060' })
    expect(derived.billable).toBe(false)
  })

  test('samples in Wh called kWh: divided, the registers count', () => {
    const derived = derive([start('910'), ...course(5, 55, 910_000, 500), stop('916')])
    expect(codes(derived)).toEqual(['registers-and-samples', 'samples-rescaled'])
    expect(derived.points[6]?.register).toBe(parseEnergy('913'))
  })

  test('a meter that counts from 0 on every session is no begin-zero', () => {
    const derived = derive([start('0'), ...course(5, 55, 0), stop('6')])
    expect(codes(derived)).toEqual(['registers-and-samples'])
    expect(derived.energy).toBe(parseEnergy('6'))
  })

  test('the meter’s own past unmasks a start of 0 that power and time would allow', () => {
    const facts = [start('0'), ...course(30, 55, 0.5), stop('6.5')]
    expect(codes(derive(facts))).toEqual(['registers-and-samples'])
    const derived = derive(facts, { lastRegister: parseEnergy('3.4') })
    expect(codes(derived)).toEqual(['first-sample', 'begin-zero', 'head-gap'])
    expect(derived.energy).toBe(parseEnergy('3'))
    // A new meter, or one that was reset since: all registers are below what was known.
    expect(codes(derive(facts, { lastRegister: parseEnergy('900') }))).toEqual(['registers-and-samples'])
  })

  test('a sample in finer steps may be under a whole-Wh stop without disagreeing', () => {
    const derived = derive([start('910'), read(59, { register: '916.0009' }), stop('916')])
    expect(codes(derived)).toEqual(['registers-and-samples'])
    expect(derived.points.at(-1)?.register).toBe(parseEnergy('916'))
  })

  test('readings inside the stop frame are read', () => {
    const inside = stop('916', {
      samples: [sample(20, { register: '912', context: 'clock' }), sample(60, { register: '916', context: 'end' })],
    })
    const derived = derive([start('910'), inside])
    expect(derived.method).toBe('registers-and-samples')
    expect(derived.points).toHaveLength(3)
  })

  test('clock-aligned and periodic intervals are the same energy told twice', () => {
    const periodic = [15, 30, 45, 60].map(minute => read(minute, { interval: '1.5' }))
    const clock = [30, 60].map(minute => read(minute, { interval: '3', context: 'clock' }))
    expect(derive([start(null), ...periodic, ...clock, stop(null)]).energy).toBe(parseEnergy('6'))
  })

  test('two contexts at one instant: the trusted one counts', () => {
    const trigger = read(30, { register: '913.05', context: 'trigger' })
    const derived = derive([...good(), trigger])
    expect(derived.points[6]?.register).toBe(parseEnergy('913'))
    expect(codes(derived)).toEqual(['registers-and-samples'])
  })

  test('a conflict where a sample decides the total is not billed', () => {
    const derived = derive([start('910'), ...course(5, 60), read(60, { register: '916.4' }), stop(null)])
    expect(codes(derived)).toEqual(expect.arrayContaining(['reading-conflict', 'registers-disagree']))
    expect(derived.billable).toBe(false)
  })

  test('offline with a clock that receipt had to replace has no time at all', () => {
    const derived = derive([start('910', { offline: true, clock: 'received' }), stop('916')])
    expect(codes(derived)).toContain('time-unknown')
  })

  test('a year that no calendar has does not throw', () => {
    const derived = derive([start('910', { at: -9e15, deviceAt: null }), stop('916')])
    expect(codes(derived)).toContain('year-out-of-range')
  })

  test('the samples of a second stop do not count', () => {
    const second = stop('915', { receivedAt: T0 + 90 * MINUTE, samples: [sample(32, { register: '913.4' })] })
    expect(derive([...good(), second]).points).toEqual(derive(good()).points)
  })

  test('a meter that was exchanged counts on from its own first value, not from 0', () => {
    const derived = derive([start('910'), ...course(5, 30), ...course(35, 55, 500), stop('506')])
    expect(codes(derived)).toEqual(['segments', 'stop-below-start', 'register-reset'])
    expect(derived.energy).toBe(parseEnergy('5.5'))
  })

  test('samples known to 0.1 kWh only never decide a total', () => {
    const derived = derive([start('0'), ...course(5, 55, 0.91, 0.0005), stop('916')])
    expect(codes(derived)).toEqual(expect.arrayContaining(['begin-zero', 'samples-rescaled', 'registers-disagree']))
    expect(derived.billable).toBe(false)
  })

  test('two neighbours out of line among many are a contradiction, two strangers are not', () => {
    const reads = Array.from({ length: 59 }, (_, index) =>
      read(index + 1, { register: (910 + (index + 1) / 10).toFixed(4) }),
    )
    const bend = (...minutes: number[]) =>
      reads.map((fact, index) => (minutes.includes(index + 1) ? read(index + 1, { register: '910.05' }) : fact))
    expect(codes(derive([start('910'), ...bend(30, 31), stop('916')]))).toContain('registers-disagree')
    expect(codes(derive([start('910'), ...bend(30, 40), stop('916')]))).toEqual([
      'registers-and-samples',
      'samples-dropped',
    ])
  })

  test('power in kW called MW does not make a good register doubtful', () => {
    const powers = [10, 20, 30, 40, 50].map(minute => read(minute, { powerW: 6_000_000 }))
    const derived = derive([start('910'), ...powers, stop('916')])
    expect(codes(derived)).toEqual(['registers', 'power-unit'])
    expect(derived.energy).toBe(parseEnergy('6'))
  })

  test('a session that is still running shows the energy so far', () => {
    const derived = derive([start('910'), ...course(5, 30)])
    expect(derived.endedAt).toBe(T0 + 30 * MINUTE)
    expect(codes(derived)).toEqual(['last-sample', 'not-ended'])
  })

  test('a status alone before the start is no session yet, and only a stop is one', () => {
    expect(derive([stop('916')]).flags.map(flag => flag.code)).toEqual(['no-readings', 'not-started'])
    expect(derive([start('910')]).energy).toBe(energy(0n))
  })
})
