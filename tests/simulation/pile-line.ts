import type { InProcessDoor, Line } from '@wattyard/gateway/testing'
import type { Message, Outbox } from './outbox.ts'
import { arrivals, frameOf } from './pile-faults.ts'
import type { PileTraits, Surroundings } from './surroundings.ts'

type Answer = Record<string, unknown>

/** What the pile does about what it hears. */
export interface Ears {
  /** The first message on a new line. */
  boot(): Message
  answered(message: Message, answer: Answer): void
  /** A call of the server; null says that this pile does not know it. */
  asked(action: string, payload: unknown): Answer | null
}

/** The connection: one call at a time, out of the outbox and into the ears. */
export class PileLine {
  line: Line | null = null
  #booted = false
  readonly #traits: PileTraits
  readonly #around: Surroundings
  readonly #outbox: Outbox
  readonly #ears: Ears

  constructor(traits: PileTraits, around: Surroundings, outbox: Outbox, ears: Ears) {
    this.#traits = traits
    this.#around = around
    this.#outbox = outbox
    this.#ears = ears
  }

  async connect(door: InProcessDoor): Promise<void> {
    const { identity, authorization, protocol } = this.#traits
    const line = await door.connect({ identity, authorization, protocol })
    if (line === null) return
    this.line = line
    this.#booted = false
    line.socket.on('message', data => this.#hear(line, (data as Buffer).toString('utf8'))) // `ws` gives one Buffer by default
    line.socket.on('close', () => {
      if (this.line === line) this.hangUp()
    })
  }

  /** The pile considers its line lost. */
  hangUp(): void {
    this.line = null
    this.#outbox.hangUp()
  }

  cut(): void {
    this.line?.cut()
    this.hangUp()
  }

  /** Nobody hears anybody any more; the pile finds out at its next time-out. */
  freeze(): void {
    this.line?.freeze()
  }

  /** Sends the next call, if it may. */
  pump(): void {
    const { line } = this
    if (line === null || this.#outbox.awaitsAnswer || line.socket.readyState !== line.socket.OPEN) return
    const message = this.#next()
    if (message === null) return
    for (const text of arrivals(this.#outbox.send(message), this.#outbox, this.#around)) line.socket.send(text)
  }

  #next(): Message | null {
    if (this.#booted) return this.#outbox.next()
    this.#booted = true
    return this.#ears.boot()
  }

  #hear(line: Line, text: string): void {
    const frame = JSON.parse(text) as [number, string, ...unknown[]] // our own server's frames
    if (frame[0] === 2) return this.#asked(line, frame[1], String(frame[2]), frame[3])
    const message = this.#outbox.answeredBy(frame[1])
    if (message === null || this.line !== line) return
    if (frame[0] === 3) this.#noteAcknowledged(message)
    if (this.#around.random.chance(this.#around.plan.dropAnswer)) return
    this.#outbox.settle()
    if (frame[0] === 3) {
      this.#outbox.noteAcked(message)
      return this.#ears.answered(message, (frame[2] ?? {}) as Answer) // as above
    }
    if (message.kind !== 'foreign') this.#refused(message, String(frame[2]), String(frame[3]))
  }

  #refused(message: Message, error: string, description: string): void {
    const action = message.sent?.action ?? ''
    if (error !== 'InternalError') {
      this.#around.refusals.push(`${action} ${error} ${description}`)
      return
    }
    this.#around.refusals.push(`${action} could not be stored`)
    this.#outbox.again(message)
  }

  #noteAcknowledged({ sent, session, kind }: Message): void {
    if (sent === null) return
    const { pileId } = this.#traits
    this.#around.acknowledged.push({ pileId, messageId: sent.id, frame: frameOf(sent) })
    if (session === null) return
    if (kind === 'start') session.startAcked = true
    if (kind === 'stop') {
      session.stopAcked = true
      session.stopAckedAt ??= this.#around.clock.now()
    }
  }

  #asked(line: Line, id: string, action: string, payload: unknown): void {
    const answer = this.#ears.asked(action, payload)
    line.socket.send(JSON.stringify(answer === null ? [4, id, 'NotImplemented', '', {}] : [3, id, answer]))
  }
}
