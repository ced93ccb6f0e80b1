import { type Beat, type Database, type InterfaceCall, logInterfaceCall } from '@wattyard/server-kit'
import { MINUTE_MS, SECOND_MS } from '@wattyard/time'

/** Callers that are counted at once; of more than these the oldest is written down. */
const MOST_COUNTED = 1_000

interface Counted {
  first: InterfaceCall
  times: number
  lastAt: number
}

/**
 * Writes refused notifications into the log of calls: the first of a caller at once, the same again within a minute as one line that says how
 * many there were and when the last one came. A stranger who invents signatures writes two lines a minute, not one for each.
 */
export class RefusedNotices {
  private readonly db: Database
  /** By company, channel, address and reason; null for those of which nothing came after the first. */
  private readonly counted = new Map<string, Counted | null>()

  constructor(db: Database) {
    this.db = db
  }

  async note(channel: string, call: InterfaceCall): Promise<void> {
    const key = [call.tenantId, channel, call.host, call.reason].join(' ')
    const before = this.counted.get(key)
    if (before === undefined) {
      this.counted.set(key, null)
      const [oldest] = this.counted
      if (this.counted.size > MOST_COUNTED && oldest) {
        this.counted.delete(oldest[0])
        await this.write(oldest[1])
      }
      await logInterfaceCall(this.db, call)
    } else if (before === null) this.counted.set(key, { first: call, times: 1, lastAt: call.at })
    else {
      before.times++
      before.lastAt = call.at
    }
  }

  /** Writes down what was counted, and counts anew. */
  async flush(): Promise<void> {
    const all = [...this.counted.values()]
    this.counted.clear()
    for (const one of all) await this.write(one)
  }

  /** Returns the beat that writes down what was counted; once more when the product stops. */
  beat(): Beat {
    return { name: 'payments.refusedNotices', every_ms: MINUTE_MS, last_ms: SECOND_MS, run: () => this.flush() }
  }

  private async write(counted: Counted | null): Promise<void> {
    if (counted === null) return
    const { first, times, lastAt } = counted
    await logInterfaceCall(this.db, times === 1 ? first : { ...first, times, lastAt })
  }
}
