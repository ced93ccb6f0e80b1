import { type Energy, energy } from '@wattyard/money'
import type { MeterRead, Sample, SessionStarted, SessionStopped } from '@wattyard/gateway/contract'
import { instantList, textList, type Tx, uuidList, col } from '@wattyard/server-kit'

export type StoredFact = SessionStarted | MeterRead | SessionStopped

/** Default values that are left out of a stored sample; most samples have four of ten values. */
const EMPTY_SAMPLE = {
  context: 'periodic',
  register: null,
  interval: null,
  powerW: null,
  currentMa: null,
  voltageMv: null,
  socPermille: null,
  temperatureDeciC: null,
  other: [],
} as const satisfies Partial<Sample>

const textOf = (value: Energy | null): string | undefined => value?.toString()

/** A replacer that looked at every value of every fact was a tenth of the consumer's time, hence field by field. */
function plainSample(sample: Sample) {
  return {
    at: sample.at,
    context: sample.context === EMPTY_SAMPLE.context ? undefined : sample.context,
    register: textOf(sample.register),
    interval: textOf(sample.interval),
    powerW: sample.powerW ?? undefined,
    currentMa: sample.currentMa ?? undefined,
    voltageMv: sample.voltageMv ?? undefined,
    socPermille: sample.socPermille ?? undefined,
    temperatureDeciC: sample.temperatureDeciC ?? undefined,
    other: sample.other.length === 0 ? undefined : sample.other,
  }
}

const FACT_KINDS = ['session-started', 'meter-read', 'session-stopped'] as const

/** Fields of a fact that are columns; the body has the others. */
type Columns = Pick<StoredFact, 'tenantId' | 'sessionId' | 'frame' | 'kind' | 'at'>

/** Returns the body of a fact as JSON: energies are integers as text, so that nothing passes through a float. */
export function writeFact(fact: StoredFact): string {
  const { tenantId: _tenant, sessionId: _session, frame: _frame, kind: _kind, at: _at, ...rest } = fact
  switch (fact.kind) {
    case 'session-started':
      return JSON.stringify({ ...rest, meterStart: textOf(fact.meterStart) ?? null })
    case 'meter-read':
      return JSON.stringify({ ...rest, samples: fact.samples.map(plainSample) })
    case 'session-stopped':
      return JSON.stringify({
        ...rest,
        meterStop: textOf(fact.meterStop) ?? null,
        samples: fact.samples.map(plainSample),
      })
  }
}

const ENERGY_KEYS = new Set(['meterStart', 'meterStop', 'register', 'interval'])

function reviveEnergy(key: string, value: unknown): unknown {
  return ENERGY_KEYS.has(key) && typeof value === 'string' ? energy(BigInt(value)) : value
}

export function readFact(columns: Columns, text: string): StoredFact {
  const fact = { ...(JSON.parse(text, reviveEnergy) as object), ...columns } as StoredFact // written by writeFact alone
  return 'samples' in fact ? { ...fact, samples: fact.samples.map(sample => ({ ...EMPTY_SAMPLE, ...sample })) } : fact
}

const INSERT = `insert into charging_fact (tenant_id, session_id, frame, kind, at, body)
  select tenant_id, session_id, frame, kind, at, body::json
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[]) as f(tenant_id, session_id, frame, kind, at, body)
  on conflict do nothing`

/** Appends facts. The frame identifies a fact, so translating a frame again after a crash adds nothing. */
export async function insertFacts(tx: Tx, facts: readonly StoredFact[]): Promise<void> {
  if (facts.length === 0) return
  await tx.execute(INSERT, [
    uuidList(facts.map(fact => fact.tenantId)),
    uuidList(facts.map(fact => fact.sessionId)),
    textList(facts.map(fact => fact.frame)),
    textList(facts.map(fact => fact.kind)),
    instantList(facts.map(fact => fact.at)),
    textList(facts.map(writeFact)),
  ])
}

/** Returns the facts of sessions in no particular order; the fold does not depend on it. */
export async function readFacts(tx: Tx, sessionIds: readonly string[]): Promise<Map<string, StoredFact[]>> {
  const bySession = new Map<string, StoredFact[]>()
  if (sessionIds.length === 0) return bySession
  const rows = await tx.query(
    {
      tenantId: col.uuid,
      sessionId: col.uuid,
      frame: col.text,
      kind: col.oneOf(FACT_KINDS),
      at: col.instant,
      body: col.text,
    },
    'select tenant_id as "tenantId", session_id as "sessionId", frame, kind, at, body::text as body from charging_fact where session_id = any($1::uuid[])',
    [sessionIds],
  )
  for (const { body, ...columns } of rows) {
    const fact = readFact(columns, body)
    const list = bySession.get(fact.sessionId)
    if (list) list.push(fact)
    else bySession.set(fact.sessionId, [fact])
  }
  return bySession
}
