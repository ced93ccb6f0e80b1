import { type Database, emit, col } from '@wattyard/server-kit'
import type { Fact } from '../contract/facts.ts'
import type { FactConsumer } from '../server/ports.ts'

const TOPIC = 'test.fact'

export interface RecordedFact {
  frame: string
  kind: Fact['kind']
  pileId: string
  sessionId?: string
  transactionId?: string
  connector?: number
  [more: string]: unknown
}

/** A consumer that writes rows in the transaction it is given: a rollback undoes them, and a repetition is visible. */
export function recordingConsumer(before?: (facts: readonly Fact[]) => void): FactConsumer {
  return {
    async handle(tx, facts) {
      before?.(facts)
      await emit(
        tx,
        facts.map(fact => ({ tenantId: fact.tenantId, topic: TOPIC, key: fact.frame, body: { ...fact } })),
      )
    },
  }
}

/** Every fact handled so far, in stream order. Energies are text. */
export async function recordedFacts(db: Database): Promise<RecordedFact[]> {
  const rows = await db.platform(tx =>
    tx.query({ body: col.json<RecordedFact>() }, 'select body from kernel_outbox where topic = $1 order by id', [
      TOPIC,
    ]),
  )
  return rows.map(row => row.body)
}
