/** The answer of `/api/finance/trace`: decimals as text, instants in epoch ms. */
export interface Trace {
  order: string
  orderNo: string
  state: string
  frames: TraceFrame[]
  session: {
    method: string | null
    confidence: string | null
    energy: string | null
    billable: boolean
    startedAt: number
    endedAt: number | null
    flags: { rule: string; code: string; effect: string; evidence: Record<string, string> }[]
    curve: { at: number; power: number | null; soc: number | null; register: string | null }[]
  }
  price: {
    hash: string
    versionId: string
    zone: string
    policy: { rounding: string; energyDecimals: number }
  } | null
  lines: TraceLine[]
  journals: TraceJournal[]
  refunds: TraceJournal[]
  hold: { state: string; principal: string; gift: string; usedPrincipal: string; usedGift: string } | null
  proof: TraceProof[]
  proved: boolean
  asOf: number
}

export interface TraceFrame {
  frame: string
  receivedAt: number
  direction: 'in' | 'out'
  action: string
  call: string
  answer: string | null
  problem: string | null
}

export interface TraceLine {
  seq: number
  period: string
  from: number
  to: number
  energy: string
  electricityPrice: string
  servicePrice: string
  electricityExact: string
  serviceExact: string
  electricity: string
  service: string
}

export interface TraceJournal {
  id: string
  kind: string
  bookedOn: string
  createdAt: number
  actor: string
  postings: { line: number; debit: { code: string }; credit: { code: string }; amount: string }[]
}

export interface TraceProof {
  check: string
  result: 'ok' | 'wrong' | 'none'
  left: string
  right: string
  unit: 'yuan' | 'kwh' | 'count' | 'text'
  why?: string
  differences?: string[]
}
